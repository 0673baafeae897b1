import FlowModel

/// Writes guards in the words of the language.
struct GuardText {
    let flow: CheckedFlow

    /// The binding strength of a text: weaker parts need parentheses.
    private enum Strength: Int {
        case or, and, not
    }

    /// A condition in words.
    func text(_ condition: Condition) -> String { parts(condition).text }

    /// The words that a user selects under a condition on a choice, or nil for another condition.
    func selection(_ condition: Condition) -> String? {
        condition.fold { layer -> String? in
            switch layer {
            case .leaf(.equals(let slot, let word, _)):
                flow.slots.indices.contains(slot) && flow.slots[slot].type == .choice ? word : nil
            case .or(let first?, let second?): first + ", " + second
            case .leaf, .constant, .not, .and, .or: nil
            }
        }
    }

    private func parts(_ condition: Condition) -> (text: String, strength: Strength) {
        condition.fold { layer in
            switch layer {
            case .constant(let holds): (holds ? "always" : "never", .not)
            case .leaf(let test): (text(test), .not)
            case .not(let inner): ("not " + closed(inner, for: .not), .not)
            case .and(let first, let second): (closed(first, for: .and) + " and " + closed(second, for: .and), .and)
            case .or(let first, let second): (first.text + " or " + second.text, .or)
            }
        }
    }

    private func closed(_ part: (text: String, strength: Strength), for outer: Strength) -> String {
        part.strength.rawValue < outer.rawValue ? "(" + part.text + ")" : part.text
    }

    private func text(_ test: ValueTest) -> String {
        switch test {
        case .present(let slot): isFact(slot) ? name(slot) : "present " + name(slot)
        case .equals(let slot, "true", _) where isFact(slot): name(slot)
        case .equals(let slot, let word, _): name(slot) + " is " + (word.utf8.isEmpty ? "''" : word)
        case .contains(let slot, let word): name(slot) + " contains " + word
        case .matches(let slot, let pattern):
            name(slot) + " matches " + (flow.patterns.indices.contains(pattern) ? flow.patterns[pattern].source : "")
        case .hasAll(let holder, let wanted): name(holder) + " contains all of " + name(wanted)
        case .below(let counter, let number):
            (flow.counters.indices.contains(counter) ? flow.counters[counter] : String(counter)) + " < "
                + String(number)
        }
    }

    private func isFact(_ slot: SlotID) -> Bool { flow.slots.indices.contains(slot) && flow.slots[slot].type == .flag }

    private func name(_ slot: SlotID) -> String {
        guard flow.slots.indices.contains(slot) else { return String(slot) }
        switch slot {
        case 0: return "error"
        case 1: return "error.message"
        default: return flow.slots[slot].name
        }
    }
}
