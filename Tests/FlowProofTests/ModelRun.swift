import FlowCore
import FlowModel

/// Runs a checked flow as its model reads, without a table, and tells what happened on the way.
struct ModelRun {
    /// A change that an event brings.
    typealias Change = (slot: SlotID, value: FlowValue?)

    /// What came of an event.
    struct Trace {
        /// The states entered, those that go on at once included.
        var entered: [StateID] = []
        /// Whether nothing was changed.
        var isRefused = false
        /// Whether the reply lacked what a node requires.
        var isInvalid = false
        /// Whether nothing of the reply was kept.
        var forgotReply = false
        /// Whether all was cleared but what is kept.
        var isRestarted = false
    }

    let flow: CheckedFlow
    private(set) var state: StateID
    private(set) var last: StateID?
    private(set) var counters: [Int]
    private(set) var values: [FlowValue?]
    private var staged: [Change] = []
    private var trace = Trace()

    init(_ flow: CheckedFlow) {
        self.flow = flow
        state = flow.initialState
        counters = [Int](repeating: 0, count: flow.counters.count)
        values = [FlowValue?](repeating: nil, count: flow.slots.count)
    }

    /// Takes an event with what it brings.
    mutating func take(_ event: EventID, bringing changes: [Change]) -> Trace {
        trace = Trace()
        start(event, bringing: changes)
        return trace
    }

    private mutating func start(_ event: EventID, bringing changes: [Change]) {
        staged = changes
        guard let block = flow.block(of: state, on: event) else { return refuse() }
        run(block.instructions)
    }

    private mutating func refuse() {
        staged = []
        trace.isRefused = true
    }

    /// The value of a slot, with what the event at hand brings.
    func value(_ slot: SlotID) -> FlowValue? {
        if let change = staged.last(where: { $0.slot == slot }) { return change.value }
        return values[slot]
    }

    private func value(_ source: Source) -> FlowValue? {
        switch source.origin {
        case .literal(let text): .text(text)
        case .slot(let slot): value(slot) ?? source.otherwise.flatMap { value($0) }
        }
    }

    private mutating func commit() {
        for change in staged { values[change.slot] = change.value }
        staged = []
    }

    private mutating func run(_ instructions: [Instruction]) {
        var rest = instructions[...]
        while let instruction = rest.popFirst() {
            switch instruction {
            case .when(let condition, let block): if holds(condition) { rest = (block.instructions + rest)[...] }
            case .jump(let next):
                guard let more = enter(next) else { return }
                rest = more[...]
            case .jumpLast(let otherwise):
                guard let more = enter(last ?? otherwise) else { return }
                rest = more[...]
            case .refuse: return refuse()
            case .require(let slots):
                guard let missing = slots.first(where: { value($0) == nil }) else { continue }
                trace.isInvalid = true
                return start(7, bringing: [(0, .text("missing-parameter")), (1, .text(flow.slots[missing].name))])
            default: change(instruction)
            }
        }
        refuse()
    }

    /// Enters a state; gives what a state does that goes on at once.
    private mutating func enter(_ next: StateID) -> [Instruction]? {
        commit()
        trace.entered.append(next)
        if case .choice(let block) = flow.states[next].kind { return block.instructions }
        state = next
        switch flow.states[next].kind {
        case .present: last = next
        case .end: last = nil
        default: break
        }
        return nil
    }

    private mutating func change(_ instruction: Instruction) {
        switch instruction {
        case .mark: break
        case .notify: commit()
        case .forgetReply:
            staged = []
            trace.forgotReply = true
        case .keepError: staged.removeAll { $0.slot < 2 }
        case .restart(let kept):
            for slot in values.indices where !kept.contains(slot) { values[slot] = nil }
            counters = counters.map { _ in 0 }
            last = nil
            trace.isRestarted = true
            commit()
        default:
            commit()
            changeData(instruction)
        }
    }

    private mutating func changeData(_ instruction: Instruction) {
        switch instruction {
        case .set(let slot, let source):
            values[slot] = value(source)
            if case .literal(let text) = source.origin { values[slot] = .literal(text, flow.slots[slot].type) }
        case .merge(let slot, let added): values[slot] = .merged(values[slot], values[added])
        case .clear(let slots): for slot in slots { values[slot] = nil }
        case .count(let counter): counters[counter] = min(255, counters[counter] + 1)
        case .reset(let reset): for counter in reset { counters[counter] = 0 }
        case .error(let type, let message): (values[0], values[1]) = (.text(type), .text(message))
        default: break
        }
    }

    private func holds(_ condition: Condition) -> Bool {
        switch condition {
        case .constant(let holds): holds
        case .hasAll(let holder, let wanted): FlowValue.hasAll(value(holder), value(wanted))
        case .below(let counter, let number): counters[counter] < number
        case .not(let inner): !holds(inner)
        case .and(let first, let second): holds(first) && holds(second)
        case .or(let first, let second): holds(first) || holds(second)
        default: condition.slot.map { condition.holds(of: value($0), flow.patterns) } ?? false
        }
    }
}

extension CheckedFlow {
    /// What a state does on an event: its own entry, or that for all others of the kind.
    func block(of state: StateID, on event: EventID) -> Block? {
        let transitions = states[state].transitions
        if let own = transitions[event] { return own }
        guard event >= Self.firstOwnEvent else { return nil }
        switch events[event - Self.firstOwnEvent].kind {
        case .command: return nil
        case .challenge: return transitions[8]
        case .error: return transitions[9]
        case .failure: return transitions[10]
        }
    }

    /// The number of an own event.
    func number(_ kind: EventKind, _ name: String) -> EventID? {
        events.firstIndex { $0.kind == kind && $0.name == name }.map { $0 + Self.firstOwnEvent }
    }
}
