package import FlowCore
package import FlowModel

/// Runs a checked flow as its model reads, without a table: the measure for what a table does.
package struct ModelRun {
    /// A change that an event brings.
    package typealias Change = (slot: SlotID, value: FlowValue?)

    /// What an event comes to at first.
    package enum Outcome: Equatable {
        /// A state is entered that waits.
        case waits
        /// Something is told; ``proceed()`` goes on. `shows` is the number of values told with it.
        case notifies(name: String, shows: Int)
        /// Nothing is changed.
        case refused(String)
    }

    /// What came of an event in all.
    package struct Trace {
        /// The states entered, those that go on at once included.
        package var entered: [StateID] = []
        /// Whether nothing was changed.
        package var isRefused = false
        /// Whether the reply lacked what a node requires.
        package var isInvalid = false
        /// Whether nothing of the reply was kept.
        package var forgotReply = false
        /// Whether all was cleared but what is kept.
        package var isRestarted = false
    }

    /// The flow.
    package let flow: CheckedFlow
    /// The state at hand.
    package private(set) var state: StateID
    /// The step presented last, if the flow has not ended since.
    package private(set) var last: StateID?
    /// The counters, from 0 to 255.
    package internal(set) var counters: [Int]
    /// The values by slot.
    package internal(set) var values: [FlowValue?]
    /// The transitions taken, by their marks.
    package private(set) var marks: [Int] = []
    private var staged: [Change] = []
    private var paused: ArraySlice<Instruction> = []
    private var trace = Trace()

    /// A run that has not started.
    package init(_ flow: CheckedFlow) {
        self.flow = flow
        state = flow.initialState
        counters = [Int](repeating: 0, count: flow.counters.count)
        values = [FlowValue?](repeating: nil, count: flow.slots.count)
    }

    /// Takes an event with what it brings, through all that is told on the way.
    package mutating func take(_ event: EventID, bringing changes: [Change]) -> Trace {
        trace = Trace()
        var outcome = advance(event, bringing: changes)
        while case .notifies = outcome { outcome = proceed() }
        if case .refused = outcome { trace.isRefused = true }
        return trace
    }

    /// Takes an event with what it brings, as far as the first that is told.
    package mutating func advance(_ event: EventID, bringing changes: [Change]) -> Outcome {
        staged = changes
        guard let block = flow.block(of: state, on: event) else { return refuse("event-not-accepted") }
        return run(block.instructions[...])
    }

    /// Goes on after something was told.
    package mutating func proceed() -> Outcome { run(paused) }

    private mutating func refuse(_ name: String) -> Outcome {
        staged = []
        return .refused(name)
    }

    /// The value of a slot, with what the event at hand brings.
    package func value(_ slot: SlotID) -> FlowValue? {
        if let change = staged.last(where: { $0.slot == slot }) { return change.value }
        return values[slot]
    }

    /// The value of a source, with what the event at hand brings.
    func value(_ source: Source) -> FlowValue? {
        switch source.origin {
        case .literal(let text): .text(text)
        case .slot(let slot): value(slot) ?? source.otherwise.flatMap { value($0) }
        }
    }

    private mutating func commit() {
        for change in staged { values[change.slot] = change.value }
        staged = []
    }

    private mutating func run(_ instructions: ArraySlice<Instruction>) -> Outcome {
        var rest = instructions
        while let instruction = rest.popFirst() {
            switch instruction {
            case .when(let condition, let block): if holds(condition) { rest = (block.instructions + rest)[...] }
            case .jump(let next):
                guard let more = enter(next) else { return .waits }
                rest = more[...]
            case .jumpLast(let otherwise):
                guard let more = enter(last ?? otherwise) else { return .waits }
                rest = more[...]
            case .refuse(let name): return refuse(name)
            case .notify(let notification):
                commit()
                paused = rest
                return .notifies(name: notification.name, shows: shown(notification.shows))
            case .require(let slots):
                guard let missing = slots.first(where: { value($0) == nil }) else { continue }
                trace.isInvalid = true
                return advance(7, bringing: [(0, .text("missing-parameter")), (1, .text(flow.slots[missing].name))])
            default: change(instruction)
            }
        }
        return refuse("")
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
        case .mark(let transition): marks.append(transition)
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
}
