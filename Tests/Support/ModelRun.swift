import FlowDiagnostics
package import FlowCore
package import FlowIR

/// Runs a lowered flow as its model reads, without a table: the measure for what a table does.
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
        /// The value that was to say how long a deadline lasts, and is absent.
        package var missingLimit: SlotID?
        /// The number of states entered before all was cleared but what is kept, if it was.
        package var restartedBehind: Int?
    }

    /// The flow.
    package let flow: LoweredFlow
    /// The state at hand.
    package private(set) var state: StateID
    /// The step presented last, if the flow has not ended since.
    package private(set) var last: StateID?
    /// The counters, from 0 to 255.
    package internal(set) var counters: Table<Counter, Int>
    /// The values by slot.
    package internal(set) var values: Table<Slot, FlowValue?>
    /// The time of the event at hand, in milliseconds.
    package var time: Int64 = 0
    /// The transitions taken, by their marks.
    package private(set) var marks: [Int] = []
    private var before: Before
    private var paused: ArraySlice<Instruction> = []
    private var trace = Trace()
    /// Whether this only looks where an event leads.
    private var isAhead = false
    /// What the reply at hand was found to lack.
    private var missing: SlotID?

    /// What an event may take back.
    private struct Before {
        let values: Table<Slot, FlowValue?>
        let counters: Table<Counter, Int>
        let last: StateID?
    }

    /// A run that has not started.
    package init(_ flow: LoweredFlow) {
        self.flow = flow
        state = flow.initialState
        counters = Table(repeating: 0, count: flow.counters.count)
        values = Table(repeating: nil, count: flow.slots.count)
        before = Before(values: values, counters: counters, last: nil)
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
        before = Before(values: values, counters: counters, last: last)
        for change in changes { values[change.slot] = change.value }
        guard let block = flow.block(of: state, on: event) else { return refuse("event-not-accepted") }
        return run(block.instructions[...])
    }

    /// Goes on after something was told.
    package mutating func proceed() -> Outcome { run(paused) }

    private mutating func refuse(_ name: String) -> Outcome {
        takeBack()
        return .refused(name)
    }

    private mutating func takeBack() { (values, counters, last) = (before.values, before.counters, before.last) }

    /// The value of a slot.
    package func value(_ slot: SlotID) -> FlowValue? { values[slot] }

    /// The value of a source.
    func value(_ source: Source) -> FlowValue? {
        switch source.origin {
        case .literal(let text): .text(text.text)
        case .slot(let slot):
            source.otherwise.map { value(slot)?.isPresent == true ? value(slot) : value($0) } ?? value(slot)
        }
    }

    /// What an event comes to behind a notification, should it be refused there.
    private func refusal(behind rest: ArraySlice<Instruction>) -> (Outcome, missing: SlotID?)? {
        var ahead = self
        ahead.isAhead = true
        let outcome = ahead.run(rest)
        if let missing = ahead.missing { return (outcome, missing) }
        if case .refused = outcome { return (outcome, nil) }
        return nil
    }

    private mutating func run(_ instructions: ArraySlice<Instruction>) -> Outcome {
        missing = nil
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
            case .refuse(let name): return refuse(name.text)
            case .notify(let notification):
                if isAhead { continue }
                if let (outcome, missing) = refusal(behind: rest) {
                    takeBack()
                    return missing.map { lack($0) } ?? outcome
                }
                paused = rest
                return .notifies(name: notification.name.text, shows: shown(notification.shows))
            case .require(let slots):
                guard let missing = slots.first(where: { value($0)?.isPresent != true }) else { continue }
                return lack(missing)
            default: change(instruction)
            }
        }
        return refuse("")
    }

    /// The reply at hand lacks something.
    private mutating func lack(_ slot: SlotID) -> Outcome {
        missing = slot
        if isAhead { return .refused("") }
        trace.isInvalid = true
        takeBack()
        return advance(7, bringing: [(0, .text("missing-parameter")), (1, .text(flow.slots[slot].name))])
    }

    /// Enters a state; gives what a state does that goes on at once.
    private mutating func enter(_ next: StateID) -> [Instruction]? {
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
        case .mark(let transition): marks.append(transition.rawValue)
        case .forgetReply:
            takeBack()
            trace.forgotReply = true
        case .keepError: for slot in ErrorSlot.all { values[slot] = before.values[slot] }
        case .restart(let kept):
            for slot in values.indices where slot > 1 && !kept.contains(slot) { values[slot] = nil }
            last = nil
            trace.restartedBehind = trace.entered.count
        case .begin(_, .slot(let source)):
            if values[source] == nil { trace.missingLimit = source }
            changeData(instruction)
        default: changeData(instruction)
        }
    }
}
