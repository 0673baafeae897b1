import FlowCore
import FlowModel

/// Runs a checked flow as its model reads, without a table: the measure for what a table does.
struct ModelRun {
    /// What a step came to.
    enum Outcome: Equatable {
        case waits
        case notifies(name: String, shows: Int)
        case refused(String)
    }

    let flow: CheckedFlow
    var state: StateID
    var last: StateID?
    var counters: [Int]
    var values: [FlowValue?]
    var marks: [Int] = []
    private var staged: [(slot: Int, value: FlowValue?)] = []
    private var paused: [Instruction] = []

    init(_ flow: CheckedFlow) {
        self.flow = flow
        state = flow.initialState
        counters = [Int](repeating: 0, count: flow.counters.count)
        values = [FlowValue?](repeating: nil, count: flow.slots.count)
    }

    mutating func advance(_ event: EventID, bringing changes: [(slot: Int, value: FlowValue?)]) -> Outcome {
        staged = changes
        guard let block = block(on: event) else {
            staged = []
            return .refused("event-not-accepted")
        }
        return run(block.instructions)
    }

    mutating func proceed() -> Outcome { run(paused) }

    private func block(on event: EventID) -> Block? {
        let transitions = flow.states[state].transitions
        if let own = transitions[event] { return own }
        guard event >= CheckedFlow.firstOwnEvent else { return nil }
        switch flow.events[event - CheckedFlow.firstOwnEvent].kind {
        case .command: return nil
        case .challenge: return transitions[8]
        case .error: return transitions[9]
        case .failure: return transitions[10]
        }
    }

    private func value(_ slot: SlotID) -> FlowValue? {
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

    private mutating func run(_ instructions: [Instruction]) -> Outcome {
        var rest = instructions
        while !rest.isEmpty {
            let instruction = rest.removeFirst()
            switch instruction {
            case .when(let condition, let block): if holds(condition) { rest = block.instructions + rest }
            case .jump(let next):
                commit()
                guard case .choice(let block) = flow.states[next].kind else { return enter(next) }
                rest = block.instructions
            case .jumpLast(let otherwise):
                commit()
                rest = [.jump(last ?? otherwise)]
            case .refuse(let name):
                staged = []
                return .refused(name)
            case .notify(let notification):
                commit()
                paused = rest
                return .notifies(name: notification.name, shows: shown(notification.shows))
            case .require(let slots):
                guard let missing = slots.first(where: { value($0) == nil }) else { continue }
                let error: [(Int, FlowValue?)] = [
                    (0, .text("missing-parameter")), (1, .text(flow.slots[missing].name)),
                ]
                return advance(7, bringing: error)
            default: change(instruction)
            }
        }
        return .refused("")
    }

    private mutating func enter(_ next: StateID) -> Outcome {
        state = next
        switch flow.states[next].kind {
        case .present: last = next
        case .end: last = nil
        default: break
        }
        return .waits
    }

    private func shown(_ shows: [Show]) -> Int {
        shows.filter { show in
            if case .literal = show.source.origin { return true }
            guard case .slot(let first) = show.source.origin else { return false }
            let slot = values[first] != nil ? first : show.source.otherwise ?? first
            return values[slot] != nil && (show.isDisclosed || !flow.slots[slot].type.isSecret)
        }.count
    }

    private mutating func change(_ instruction: Instruction) {
        switch instruction {
        case .mark(let transition): marks.append(transition)
        case .keepError: staged.removeAll { $0.slot < 2 }
        case .restart(let kept):
            for slot in values.indices where !kept.contains(slot) { values[slot] = nil }
            counters = counters.map { _ in 0 }
            last = nil
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
            if case .literal(let words) = source.origin, flow.slots[slot].type == .list {
                values[slot] = .list(words.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) })
            }
        case .merge(let slot, let added): values[slot] = merged(values[slot], values[added])
        case .clear(let slots): for slot in slots { values[slot] = nil }
        case .count(let counter): counters[counter] = min(255, counters[counter] + 1)
        case .reset(let reset): for counter in reset { counters[counter] = 0 }
        case .error(let type, let message): (values[0], values[1]) = (.text(type), .text(message))
        default: break
        }
    }

    private func merged(_ first: FlowValue?, _ second: FlowValue?) -> FlowValue? {
        guard case .map(let added) = second else { return first }
        guard case .map(let entries) = first else { return second }
        let kept = entries.map { entry in added.last { $0.key == entry.key } ?? entry }
        return .map(kept + added.filter { entry in !entries.contains { $0.key == entry.key } })
    }

    // MARK: Conditions

    private func holds(_ condition: Condition) -> Bool {
        switch condition {
        case .constant(let holds): holds
        case .present(let slot): value(slot) != nil
        case .equals(let slot, let word, let ignoringCase):
            value(slot)?.text.map { same($0, word, ignoringCase) } ?? false
        case .contains(let slot, let word): contains(value(slot), word)
        case .matches(let slot, _): value(slot)?.text?.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ?? false
        case .hasAll(let holder, let wanted):
            if case .list(let items) = value(wanted) { items.allSatisfy { has(value(holder), $0) } } else { true }
        case .below(let counter, let number): counters[counter] < number
        case .not(let inner): !holds(inner)
        case .and(let first, let second): holds(first) && holds(second)
        case .or(let first, let second): holds(first) || holds(second)
        }
    }

    private func same(_ left: String, _ right: String, _ ignoringCase: Bool = false) -> Bool {
        func bytes(_ text: String) -> [UInt8] {
            text.utf8.map { ignoringCase && $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
        }
        return bytes(left) == bytes(right)
    }

    private func has(_ holder: FlowValue?, _ item: String) -> Bool {
        switch holder {
        case .list(let items): items.contains { same($0, item) }
        case .map(let entries): entries.contains { same($0.key, item) }
        default: false
        }
    }

    private func contains(_ holder: FlowValue?, _ word: String) -> Bool {
        guard case .text(let text) = holder else { return has(holder, word) }
        let (bytes, part) = (Array(text.utf8), Array(word.utf8))
        if part.isEmpty { return true }
        return bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
