import FlowCore
import FlowIR

/// The results that a search for conversations tries for each handler, besides stand-ins.
struct HandlerScripts {
    /// By handler: its possible results.
    private(set) var byHandler: [String: [Scenario.HandlerScript]] = [:]

    /// Collects the possible results of a flow's handlers.
    init(_ flow: LoweredFlow, _ samples: SampleValues) {
        var outputsByHandler: [String: [HandlerUse.Output]] = [:]
        for case .handler(let use) in flow.states.map(\.kind) {
            outputsByHandler[use.handler, default: []] += use.outputs
        }
        let failures = flow.events.filter { $0.kind == .failure }.map(\.name) + ["some-other-failure"]
        for (handler, outputs) in outputsByHandler {
            // A result without members is what stand-ins return when no output is required.
            let results = Self.results(with: outputs, flow, samples).filter { $0.members?.isEmpty == false }
            byHandler[handler] = results.map { .gives(json: $0.jsonText) } + failures.map { .fails($0) }
        }
    }

    /// Returns results with these outputs, as JSON objects: the base combinations and their variations in one port.
    ///
    /// If several uses of the handler have the same port, the first one determines its values.
    private static func results(
        with outputs: [HandlerUse.Output], _ flow: LoweredFlow, _ samples: SampleValues
    ) -> [JSONValue] {
        var ports: [String] = []
        let members = outputs.compactMap { output -> Variants.Member? in
            guard !ports.contains(output.port) else { return nil }
            ports.append(output.port)
            return Variants.Member(
                name: ports.count - 1, values: samples.values(of: output.slot, flow.slots[output.slot].type),
                isNeeded: output.isRequired, matters: samples.matters[output.slot])
        }
        return Variants(members).single.map { choice in
            JSONValue.object(choice.sorted { $0.key < $1.key }.map { JSONMember(ports[$0.key], $0.value) })
        }
    }
}
