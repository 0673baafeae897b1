import FlowCore
import FlowDiagnostics
import FlowIR
import FlowTable

extension ModelRun {
    /// Carries out what changes values and counters, and nothing else.
    mutating func changeData(_ instruction: Instruction) {
        switch instruction {
        case .set(let slot, let source):
            values[slot] = value(source)
            if case .literal(let text) = source.origin { values[slot] = .literal(text.text, flow.slots[slot].type) }
        case .merge(let slot, let added): values[slot] = .merged(values[slot], values[added])
        case .clear(let slots): for slot in slots { values[slot] = nil }
        case .count(let counter): counters[counter] = min(255, counters[counter] + 1)
        case .reset(let reset): for counter in reset { counters[counter] = 0 }
        case .remaining(let slot, let counter, let most):
            values[slot] = .text(String(max(0, most - counters[counter])))
        case .begin(let slot, .seconds(let seconds)): values[slot] = .text(String(time + Int64(seconds) * 1000))
        case .begin(let slot, .slot(let source)):
            let seconds = values[source]?.text.flatMap { Int64($0) } ?? 1
            values[slot] = .text(String(time + seconds * 1000))
        case .remove(let slot, let entries): values[slot] = values[slot]?.without(entries.map(\.text))
        case .error(let type, let message): (values[0], values[1]) = (.text(type.text), .text(message.text))
        default: break
        }
    }

    /// Whether a condition holds, with what the event at hand brings.
    func holds(_ condition: Condition) -> Bool {
        condition.fold { layer in
            switch layer {
            case .constant(let holds): holds
            case .leaf(let test): holds(test)
            case .not(let inner): !inner
            case .and(let first, let second): first && second
            case .or(let first, let second): first || second
            }
        }
    }

    private func holds(_ test: ValueTest) -> Bool {
        switch test {
        case .hasAll(let holder, let wanted): FlowValue.hasAll(value(holder), value(wanted))
        case .below(let counter, let number): counters[counter] < number
        default: test.slot.map { test.holds(of: value($0), flow.patterns) } ?? false
        }
    }

    /// How many of the values are told: those that are there, and secret ones only where that is said.
    func shown(_ shows: [Show]) -> Int {
        shows.filter { show in
            guard case .slot(let first) = show.source.origin else { return true }
            let slot = values[first]?.isPresent == true ? first : show.source.otherwise ?? first
            return values[slot] != nil && (show.isDisclosed || !flow.slots[slot].type.isSecret)
        }.count
    }
}
