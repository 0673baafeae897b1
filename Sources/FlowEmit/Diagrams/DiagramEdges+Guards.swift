import FlowModel

/// Formats guards for a diagram.
extension DiagramEdges {
    /// The user's selection under a condition, or nil for another condition.
    func selected(_ condition: Condition) -> String? {
        condition.fold { layer in
            switch layer {
            case .leaf(.equals(_, let word, _)): return word
            case .and(let first, let second): return first ?? second
            case .or(let first?, let second?): return first + " or " + second
            case .leaf, .constant, .not, .or: return nil
            }
        }
    }

    /// A condition in words.
    func text(_ condition: Condition) -> String {
        switch condition {
        case .constant(let holds): holds ? "always" : "never"
        case .leaf(let test): text(test)
        case .not(let inner): "not " + text(inner)
        case .and(let first, let second): joined(first, " and ", second)
        case .or(let first, let second): joined(first, " or ", second)
        }
    }

    private func text(_ test: ValueTest) -> String {
        switch test {
        case .present(let slot): name(ofSlot: slot)
        case .equals(let slot, let word, _): name(ofSlot: slot) + " = " + word
        case .contains(let slot, let word): name(ofSlot: slot) + " has " + word
        case .matches(let slot, _): name(ofSlot: slot) + " has the form"
        case .hasAll(let holder, let wanted): name(ofSlot: holder) + " has all " + name(ofSlot: wanted)
        case .below(let counter, let number): name(ofCounter: counter) + " < " + String(number)
        }
    }

    /// Two conditions in words; their common subject is not repeated.
    private func joined(_ first: Condition, _ word: String, _ second: Condition) -> String {
        guard let (common, rest) = subject(second), isAbout(common, first, word) else {
            return text(first) + word + text(second)
        }
        return text(first) + word + rest
    }

    private func isAbout(_ common: String, _ condition: Condition, _ word: String) -> Bool {
        switch condition {
        case .and(let first, let second):
            word == " and " && isAbout(common, first, word) && isAbout(common, second, word)
        case .or(let first, let second): word == " or " && isAbout(common, first, word) && isAbout(common, second, word)
        default: subject(condition)?.0 == common
        }
    }

    /// The subject of a simple condition, and its predicate.
    private func subject(_ condition: Condition) -> (String, String)? {
        switch condition {
        case .leaf(.equals(let slot, let word, _)): (name(ofSlot: slot) + " = ", word)
        case .leaf(.contains(let slot, let word)): (name(ofSlot: slot) + " has ", word)
        default: nil
        }
    }

    private func name(ofSlot slot: SlotID) -> String {
        flow.slots.indices.contains(slot) ? flow.slots[slot].name : String(slot)
    }

    private func name(ofCounter counter: CounterID) -> String {
        flow.counters.indices.contains(counter) ? flow.counters[counter] : String(counter)
    }
}
