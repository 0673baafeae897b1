import FlowAnalysis
import FlowModel

/// How a flow goes on without the host and without progress at the service: from calls, handlers and choices, by success, invalid
/// replies, errors and failures. Challenges are progress, and steps and ends wait for the host.
struct CircleGraph {
    /// A way from one state to another.
    struct Edge {
        let from: StateID
        let to: StateID
        let effects: PathEffects
    }

    /// The ways.
    private(set) var edges: [Edge] = []
    private let flow: CheckedFlow

    /// The numbers of built-in events that count: the handler's result, success, invalid, other errors, other failures.
    private static let followed: Set<EventID> = [5, 6, 7, 9, 10]
    /// Those of them on which values are stored.
    private static let storing: Set<EventID> = [5, 6, 7]

    /// The graph of the states of a flow that can be entered.
    init(_ flow: CheckedFlow, _ facts: FlowFacts) {
        self.flow = flow
        let isReached = facts.reachable
        for (index, state) in flow.states.enumerated() where isReached[index] {
            switch state.kind {
            case .present, .end: break
            case .choice(let block): walk(block, PathEffects(), from: index)
            case .call(let request): walk(state, index, stored: Set(request.reply.outputs.map(\.slot)))
            case .handler(let use): walk(state, index, stored: Set(use.outputs.map(\.slot)))
            }
        }
    }

    private mutating func walk(_ state: State, _ index: StateID, stored: Set<SlotID>) {
        for (event, block) in state.transitions.sorted(by: { $0.key < $1.key }) where isFollowed(event) {
            walk(block, PathEffects(sets: Self.storing.contains(event) ? stored : []), from: index)
        }
    }

    private func isFollowed(_ event: EventID) -> Bool {
        guard event >= CheckedFlow.firstOwnEvent else { return Self.followed.contains(event) }
        let kind = flow.events[event - CheckedFlow.firstOwnEvent].kind
        return kind == .error || kind == .failure
    }

    /// Adds the ways through a block; gives what is known behind it, nothing if it always leaves.
    @discardableResult
    private mutating func walk(_ block: Block, _ start: PathEffects, from: StateID) -> PathEffects? {
        var effects = start
        for instruction in block.instructions {
            switch instruction {
            case .jump(let target), .jumpLast(let target):
                // The last step itself waits for the host; only what stands in for it can be on a circle.
                add(from, target, effects)
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
        if flow.states[to].isPresent || flow.states[to].isEnd { return }
        edges.append(Edge(from: from, to: to, effects: effects))
    }
}
