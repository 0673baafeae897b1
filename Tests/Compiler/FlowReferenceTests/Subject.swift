import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowReference
import FlowSyntax
import FlowTable
import TestSupport

/// A flow that both sides play.
final class Subject: Sendable {
    let name: String
    let flow: LoweredFlow
    let table: TransitionTable
    let reference: ReferenceFlow
    /// Whether the compiler has found that some event is dropped.
    let dropsEvents: Bool
    /// By slot: the name that the reference has for it.
    let places: [SlotID: (place: Place, type: Text)]
    let counters: [CounterID: Place]
    /// The slots that hold secrets: the machine may lack one that nothing needs any more.
    let secrets: Set<SlotID>

    /// The commands that the flow listens to.
    var commands: [Text] { flow.events.filter { $0.kind == .command }.map { Text($0.name.text) } }

    /// Nothing if the flow does not compile as far as its proofs.
    convenience init?(_ name: String, _ path: String, _ loader: MemoryLoader) {
        self.init(name, FlowCompiler.compile(path: path, loader: loader))
    }

    /// Nothing if the compilation did not get as far as its proofs.
    init?(
        _ name: String, _ compilation: Compilation, path: String? = nil,
        changing: (LoweredFlow) -> LoweredFlow = { $0 }
    ) {
        guard let checked = compilation.unproven else { return nil }
        let flow = changing(checked)
        guard let table = try? TransitionTable(of: flow) else { return nil }
        self.name = name
        self.flow = flow
        self.table = table
        dropsEvents = compilation.diagnostics.contains { $0.code.rawValue == "dropped-event" }
        let plain = ReferenceFlow(compilation.graph, path: path)
        let known = plain.places(".")
        let spoken = Set(flow.slots.map { Text($0.name) })
        let unread = known.filter { $0.value.place.instance == nil && !spoken.contains($0.key) }.keys
        reference = ReferenceFlow(compilation.graph, path: path, unread: Set(unread))
        var places: [SlotID: (place: Place, type: Text)] = [:]
        for (index, slot) in flow.slots.indexed() { places[index] = known[Text(slot.name)] }
        self.places = places
        var counters: [CounterID: Place] = [:]
        for (index, counter) in flow.counters.indexed() { counters[index] = known["#" + Text(counter)]?.place }
        self.counters = counters
        secrets = flow.secrets
    }
}

extension LoweredFlow {
    /// Slots of a secret type, and those from which a service or a handler takes what it calls secret.
    fileprivate var secrets: Set<SlotID> {
        var result = Set(slots.indices.filter { slots[$0].type.isSecret })
        for state in states {
            switch state.kind {
            case .call(let request):
                for input in request.inputs where input.isSecret { result.formUnion(input.source.slots) }
            case .handler(let use):
                for input in use.inputs where input.isSecret { result.formUnion(input.source.slots) }
                for output in use.outputs where output.isSecret { result.insert(output.slot) }
            case .present, .choice, .end: break
            }
        }
        return result
    }
}
