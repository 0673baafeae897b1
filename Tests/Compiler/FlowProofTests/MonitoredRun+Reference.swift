import FlowCore
import FlowIR
import FlowReference
import FlowSyntax
import TestSupport

extension MonitoredRun {
    /// How what the reference said last differs from what the machine does.
    func difference(_ output: Output?) -> String? {
        switch (effect, output) {
        case (.refused, .refused): nil
        case (.present, .present(let step)): same(step.step, session.presentation?.step)
        case (.end, .end(let outcome, _, _)): same(outcome, session.outcome?.name)
        case (.handle, .handle(let name, _)): same(name, session.work()?.handler)
        case (.call, .call(let operation, let body)):
            same(operation, session.request()?.operation) ?? same(body.text, session.request()?.body.jsonText)
        default: "\(effect) against \(output.map { "\($0)" } ?? "nothing")"
        }
    }

    private func same(_ ours: Text, _ theirs: String?) -> String? {
        ours.description == theirs ? nil : "\(theirs ?? "nothing") against \(ours)"
    }

    /// A transition with a limit is not taken more often than that without anything else in between.
    mutating func checkTries(_ executions: [Execution], at node: FlowReference.NodePlace?) {
        let transitions = executions.filter { $0.name == "on" }
        let isReset = executions.contains { $0.name == "reset" } || transitions.contains { $0["attempts"] == nil }
        guard !isReset, let taken = transitions.last, transitions.allSatisfy({ $0 == taken }) else {
            return tries = [:]
        }
        if taken["counter"] != nil && taken["restart"] != nil { return tries = [:] }
        let place = TriedPlace(transition: taken, node: node)
        let count = tries[place, default: 0] + 1
        tries = [place: count]
        if let most = taken["attempts"].flatMap({ Int($0) }), count > most {
            note(.limit, "a transition with \(most) attempts is taken \(count) times in a row")
        }
    }

    /// Nobody sees a secret that nothing discloses.
    mutating func checkSecrets(_ shown: JSONValue) {
        guard case .object(let members) = shown else { return }
        for member in members where !subject.disclosed.contains(member.name) {
            if member.value.jsonText.utf8.containsPart(Array(RandomService.planted.utf8)) {
                note(.secret, "'\(member.name)' shows a secret")
            }
        }
    }
}

/// A transition, and the node at which it was taken: each node counts its own tries.
struct TriedPlace: Hashable {
    let transition: Execution
    let node: FlowReference.NodePlace?
}

extension ReferenceFlow {
    /// The flow of a graph; of what the compiled flow does not speak nothing is read.
    init(_ graph: DocumentGraph, of flow: LoweredFlow) {
        var read: Set<Text> = []
        for case .call(let request) in flow.states.map(\.kind) {
            read.formUnion(request.reply.outputs.map { Text(flow.slots[$0.slot].name) })
        }
        self.init(graph, unread: ReferenceFlow(graph).outputs.subtracting(read))
    }
}
