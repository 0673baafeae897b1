import FlowIR
import FlowTable

/// Writes guards in the words of the flow language.
struct GuardText {
    let flow: LoweredFlow

    /// The precedence of the operators. Operands of a lower one need parentheses.
    private enum Strength: Int {
        case or, and, not
    }

    /// Returns a condition in words.
    func text(_ condition: Condition) -> String { formatted(condition).text }

    /// Returns the words that the user must have selected for a condition on a choice; nil for other conditions.
    func selection(_ condition: Condition) -> String? {
        condition.fold { layer -> String? in
            switch layer {
            case .leaf(.equals(let slot, let word, _)):
                flow.slots[ifPresent: slot]?.type == .choice ? word : nil
            case .or(let first?, let second?): first + ", " + second
            case .leaf, .constant, .not, .and, .or: nil
            }
        }
    }

    /// Returns a condition in words, with the precedence of its outermost operator.
    private func formatted(_ condition: Condition) -> (text: String, strength: Strength) {
        condition.fold { layer in
            switch layer {
            case .constant(let holds): (holds ? "always" : "never", .not)
            case .leaf(let test): (text(test), .not)
            case .not(let inner): ("not " + parenthesized(inner, for: .not), .not)
            case .and(let first, let second):
                (parenthesized(first, for: .and) + " and " + parenthesized(second, for: .and), .and)
            case .or(let first, let second): (first.text + " or " + second.text, .or)
            }
        }
    }

    /// Returns an operand's text, in parentheses if an outer operator binds more strongly.
    private func parenthesized(_ operand: (text: String, strength: Strength), for outer: Strength) -> String {
        operand.strength.rawValue < outer.rawValue ? "(" + operand.text + ")" : operand.text
    }

    /// Returns a test of one value in words.
    private func text(_ test: ValueTest) -> String {
        switch test {
        case .present(let slot): isFlag(slot) ? name(slot) : "present " + name(slot)
        case .equals(let slot, "true", _) where isFlag(slot): name(slot)
        case .equals(let slot, let word, _): name(slot) + " is " + (word.utf8.isEmpty ? "''" : word)
        case .contains(let slot, let word): name(slot) + " contains " + word
        case .matches(let slot, let pattern):
            name(slot) + " matches " + (flow.patterns[ifPresent: pattern]?.source ?? "")
        case .hasAll(let holder, let wanted): name(holder) + " contains all of " + name(wanted)
        case .below(let counter, let number):
            (flow.counters[ifPresent: counter] ?? counter.description) + " < "
                + String(number)
        }
    }

    /// Whether a slot holds a flag.
    private func isFlag(_ slot: SlotID) -> Bool { flow.slots[ifPresent: slot]?.type == .flag }

    /// Returns the name by which a flow refers to a slot.
    private func name(_ slot: SlotID) -> String {
        guard flow.slots.indices.contains(slot) else { return slot.description }
        switch slot {
        case ErrorSlot.type: return "error"
        case ErrorSlot.message: return "error.message"
        default: return flow.slots[slot].name
        }
    }
}
