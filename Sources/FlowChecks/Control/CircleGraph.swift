import FlowAnalysis
import FlowAnnotations
import FlowModel
import FlowTable

/// How a flow goes on without the host: from calls, handlers and choices, by everything that the service and handlers can say, and
/// from steps of which the time is over at once. Other steps, and ends, wait for the host.
struct CircleGraph {
    /// A way from one state to another.
    struct Edge {
        let from: StateID
        let to: StateID
        let effects: PathEffects
    }

    /// A step that waits for fewer seconds is no pause: whoever polls a service waits as long if nothing else is said (RFC 8628).
    static let leastPause = 5

    /// The ways.
    private(set) var edges: [Edge] = []
    private let flow: CheckedFlow
    private let annotations: FlowAnnotations
    /// The steps that do not wait long enough for the host, and can be entered.
    private let hasty: [StateID]

    /// The events on which values are stored.
    private static let storing: Set<EventID> = Set([.handled, .success, .otherChallenge].map(\BuiltinEvent.rawValue))
    private static let error: Set<SlotID> = [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot]

    /// The graph of the states of a flow that can be entered.
    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ facts: FlowFacts) {
        self.flow = flow
        self.annotations = annotations
        let isReached = facts.reachable
        hasty = flow.states.indices.filter { isReached[$0] && flow.states[$0].isHasty }
        for (index, state) in flow.states.enumerated() where isReached[index] {
            switch state.kind {
            case .end: break
            case .present:
                guard state.isHasty, let block = state.transitions[BuiltinEvent.timeout.rawValue] else { break }
                walk(block, PathEffects(touched: Self.error), from: index)
            case .choice(let block): walk(block, PathEffects(), from: index)
            case .call(let request): walk(state, index, stored: Set(request.reply.outputs.map(\.slot)))
            case .handler(let use): walk(state, index, stored: Set(use.outputs.map(\.slot)))
            }
        }
    }

    private mutating func walk(_ state: State, _ index: StateID, stored: Set<SlotID>) {
        for (event, block) in state.transitions.sorted(by: { $0.key < $1.key }) {
            guard let sets = given(event, in: index, stored) else { continue }
            walk(block, PathEffects(sets: sets, touched: Self.error), from: index)
        }
    }

    /// The values that an event brings which can come without the host; nothing for any other event. An error is a value, too.
    private func given(_ event: EventID, in state: StateID, _ stored: Set<SlotID>) -> Set<SlotID>? {
        let note = annotations.states[state]?.request
        switch BuiltinEvent(rawValue: event) {
        case .start, .submit, .cancel, .back, .timeout: return nil
        case .handled: return stored
        case .success: return note?.canSucceed == false ? nil : stored
        case .otherChallenge: return takesOthers(state, note) ? stored : nil
        case .invalid, .otherError, .otherFailure: return Self.error
        case nil: break
        }
        let own = flow.events[event - CheckedFlow.firstOwnEvent]
        switch own.kind {
        case .command: return nil
        case .challenge: return note?.challenges?.contains(own.name) == false ? nil : stored
        case .error, .failure: return Self.error
        }
    }

    /// Whether a challenge can come that has no event of its own in a state.
    private func takesOthers(_ state: StateID, _ note: RequestNote?) -> Bool {
        guard let challenges = note?.challenges else { return true }
        let named = flow.states[state].transitions.keys.filter { $0 >= CheckedFlow.firstOwnEvent }
            .map { flow.events[$0 - CheckedFlow.firstOwnEvent] }
        return !challenges.allSatisfy { name in named.contains { $0.kind == .challenge && $0.name == name } }
    }

    /// Adds the ways through a block; gives what is known behind it, nothing if it always leaves.
    @discardableResult
    private mutating func walk(_ block: Block, _ start: PathEffects, from: StateID) -> PathEffects? {
        var effects = start
        for instruction in block.instructions {
            switch instruction {
            case .jump(let target):
                add(from, target, effects)
                return nil
            case .jumpLast(let otherwise):
                for target in hasty + [otherwise] { add(from, target, effects) }
                return nil
            case .refuse: return nil
            case .when(let condition, let inner):
                var taken = effects
                taken.assume(condition, true)
                effects.assume(condition, false)
                if let end = walk(inner, taken, from: from) { effects = effects.joined(end) }
            default: effects.apply(instruction)
            }
        }
        return effects
    }

    private mutating func add(_ from: StateID, _ to: StateID, _ effects: PathEffects) {
        let target = flow.states[to]
        if target.isEnd || target.isPresent && !target.isHasty { return }
        edges.append(Edge(from: from, to: to, effects: effects))
    }
}

extension State {
    /// Whether it is a step that goes on by itself before a host can be expected to say something. A value that limits the time can be
    /// anything.
    fileprivate var isHasty: Bool {
        guard case .present(let presentation) = kind, transitions[BuiltinEvent.timeout.rawValue] != nil else {
            return false
        }
        switch presentation.timeLimit {
        case .seconds(let seconds): return seconds < CircleGraph.leastPause
        case .slot: return true
        case nil: return false
        }
    }
}
