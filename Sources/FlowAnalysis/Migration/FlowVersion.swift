import FlowAnnotations
import FlowModel

/// One version of a flow, with the facts that a migration needs of it.
struct FlowVersion {
    let flow: CheckedFlow
    let liveness: SecretLiveness
    let presence: DefinitePresence
    let ranges: ValueRanges
    /// By state: its number in the table; nil if nothing leads there.
    let numbers: [StateID?]
    private let slots: [Name: SlotID]

    /// A text that equals another one of the same bytes.
    private struct Name: Hashable {
        let bytes: [UInt8]
        init(_ text: String) { bytes = Array(text.utf8) }
    }

    init(_ annotated: AnnotatedFlow) {
        flow = annotated.flow
        let facts = FlowFacts(annotated.flow, annotated.annotations)
        liveness = facts.secrets.liveness
        presence = facts.presence
        ranges = ValueRanges(annotated.flow)
        numbers = annotated.flow.prunedNumbers
        slots = Dictionary(flow.slots.indices.map { (Name(annotated.flow.slots[$0].name), $0) }) { first, _ in first }
    }

    /// The slot of a name.
    func slot(named name: String) -> SlotID? { slots[Name(name)] }

    /// The reachable states in which a pending sign-in can be kept: it waits for the host or for the service.
    var restingStates: [StateID] {
        flow.states.indices.filter { numbers[$0] != nil && restingKey(flow.states[$0]) != nil }
    }

    /// The state that stands for one of another version: of the same name and kind, else the only one with the same step or operation.
    func counterpart(of state: State, in other: FlowVersion) -> StateID? {
        let alike = restingStates.filter { flow.states[$0].kindOrder == state.kindOrder }
        if let same = alike.first(where: { flow.states[$0].name.utf8.elementsEqual(state.name.utf8) }) { return same }
        let key = restingKey(state)
        let here = alike.filter { restingKey(flow.states[$0]) == key }
        let there = other.restingStates.filter {
            other.flow.states[$0].kindOrder == state.kindOrder && restingKey(other.flow.states[$0]) == key
        }
        return here.count == 1 && there.count == 1 ? here[0] : nil
    }

    /// The name of a state's step, or of the operation that it calls; nil if a sign-in cannot be kept there.
    private func restingKey(_ state: State) -> String? {
        switch state.kind {
        case .present(let presentation): presentation.step
        case .call(let request): request.operation
        case .handler, .choice, .end: nil
        }
    }
}
