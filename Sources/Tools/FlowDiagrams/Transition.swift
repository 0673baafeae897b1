import FlowDiagnostics
import FlowIR
import FlowTable

/// A transition between two nodes of a flow, as a diagram shows it.
///
/// A transition between two states of the same node counts only if it shows the node's step again or reenters the node.
struct Transition: Hashable {
    /// Where a transition leads.
    enum Target: Hashable {
        case node(NodeID)
        /// The last step that was shown or, if there was no step, the node with this index.
        case lastStep(otherwise: NodeID)
        /// No node: the event is refused with this code.
        case refused(String)
    }

    /// The part of a transition in the count of its attempts.
    enum Attempts: Hashable {
        /// An attempt that counts. The value is the maximum number of attempts.
        case counted(Int)
        /// The last attempt has failed. The value is the maximum number of attempts.
        case exhausted(Int)
    }

    /// The index of the node, or nil for the state before the start.
    var from: NodeID?
    var trigger: Trigger
    /// The answer that the user selects; empty if the answer is not a selection.
    var selection = ""
    /// The guard in words; empty if there is none.
    var guardText = ""
    var attempts: Attempts?
    var target: Target
    /// Whether the event or the statements leave an error pending at the target.
    var carriesError = false
    /// The number of the transition in the source; nil if the compiler added it.
    var mark: TransitionID?

    /// The event in words, without its guard.
    ///
    /// The result of a handler needs no name if it has a guard.
    var name: String {
        var event = selection.utf8.isEmpty ? trigger.name : selection
        if trigger.kind == .handled { event = "after " + event }
        guard case .exhausted(let count) = attempts else {
            return trigger.kind == .handled && !guardText.utf8.isEmpty ? "" : event
        }
        return (event.utf8.isEmpty ? "" : event + " ") + "after " + counted(count, "attempt")
    }

    /// The event and its guard in words.
    var label: String { Self.label([name], guardText) }

    /// Returns several events and their common guard in words. An empty guard adds no text.
    static func label(_ names: [String], _ guardText: String) -> String {
        let events = names.filter { !$0.utf8.isEmpty }.joined(separator: ", ")
        if guardText.utf8.isEmpty { return events }
        let condition = guardText == TransitionCollector.otherwise ? "otherwise" : "if " + guardText
        return events.utf8.isEmpty ? condition : events + " " + condition
    }
}

/// The event that causes a transition, with its name in a diagram.
struct Trigger: Hashable {
    /// The source of an event.
    enum Kind: Hashable {
        /// The flow decides by its data.
        case branch
        /// The host starts the flow.
        case start
        /// The host answers a step.
        case answer
        /// The host sends another event: a command, `cancel` or `back`.
        case command
        /// A time limit expires.
        case timeout
        case handled
        /// The service replies with success or a challenge.
        case reply
        /// The service replies with an error or an invalid reply, or a handler fails.
        case failure
    }

    var kind: Kind
    /// The event's name in the flow language, or words such as `any other error`; empty for a branch.
    var name: String

    /// Whether the event is part of the expected course: not an error, a timeout or a command.
    var isCourse: Bool {
        switch kind {
        case .branch, .start, .answer, .handled, .reply: true
        case .command, .timeout, .failure: false
        }
    }
}

extension Trigger {
    /// The name of all errors that a state does not name.
    static let anyOtherError = "any other error"

    init(_ event: EventID, at state: State, in flow: LoweredFlow) {
        switch event.builtin {
        case .start: self.init(kind: .start, name: "start")
        case .submit: self.init(kind: .answer, name: "submit")
        case .cancel: self.init(kind: .command, name: "cancel")
        case .back: self.init(kind: .command, name: "back")
        case .timeout: self.init(kind: .timeout, name: "timeout")
        case .handled: self.init(kind: .handled, name: Self.handlerName(at: state))
        case .success: self.init(kind: .reply, name: "success")
        case .invalid: self.init(kind: .failure, name: "invalid reply")
        case .otherChallenge: self.init(kind: .reply, name: "any other challenge")
        case .otherError: self.init(kind: .failure, name: Self.anyOtherError)
        case .otherFailure: self.init(kind: .failure, name: "any other failure of " + Self.handlerName(at: state))
        case nil: self.init(flow.events[event.ownIndex], at: state)
        }
    }

    private init(_ event: Event, at state: State) {
        switch event.kind {
        case .command: self.init(kind: .command, name: event.name.text)
        case .deadline: self.init(kind: .timeout, name: "deadline")
        case .challenge: self.init(kind: .reply, name: event.name.text)
        case .error: self.init(kind: .failure, name: event.name.text)
        case .failure: self.init(kind: .failure, name: "\(event.name) of " + Self.handlerName(at: state))
        }
    }

    /// Returns the name of the handler that a state calls, or a general term at any other state.
    private static func handlerName(at state: State) -> String {
        if case .handler(let use) = state.kind { return use.handler.text }
        return "a handler"
    }
}

/// Writes guards in the words of the flow language.
struct GuardText {
    let flow: LoweredFlow

    /// The precedence of the operators. Operands of a lower one need parentheses.
    private enum Strength: Int {
        case or, and, not
    }

    func text(_ condition: Condition) -> String { formatted(condition).text }

    /// Returns the words that a condition lists for the choice in a slot, joined by commas; nil for any other condition.
    func selection(_ condition: Condition, in choice: SlotID) -> String? {
        condition.fold { layer -> String? in
            switch layer {
            case .leaf(.equals(let slot, let word, _)): slot == choice ? word.text : nil
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

    private func text(_ test: ValueTest) -> String {
        switch test {
        case .present(let slot): flow.slots[ifPresent: slot]?.sentKey.map { "sent " + $0 } ?? "present " + name(slot)
        case .equals(let slot, "true", _) where isFlag(slot): name(slot)
        case .equals(let slot, let word, _): name(slot) + " is " + literal(word.text)
        case .contains(let slot, let word): name(slot) + " contains " + literal(word.text)
        case .matches(let slot, let pattern):
            name(slot) + " matches " + literal(flow.patterns[ifPresent: pattern]?.source ?? "")
        case .hasAll(let holder, let wanted): name(holder) + " contains all of " + name(wanted)
        case .below(let counter, let number):
            (flow.counters[ifPresent: counter] ?? counter.description) + " < " + String(number)
        }
    }

    /// Returns a literal as a word, or in quotation marks if it is empty or cannot be a word of a guard.
    private func literal(_ text: String) -> String {
        let isWord = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_.-*/".unicodeScalars.contains(scalar))
        }
        if isWord, !text.utf8.isEmpty { return text }
        let mark = text.unicodeScalars.contains("'") ? "\"" : "'"
        return mark + text + mark
    }

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
