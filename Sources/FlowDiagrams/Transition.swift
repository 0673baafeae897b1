import FlowIR

/// A transition between two nodes of a flow, as a diagram shows it.
///
/// A transition between two states of the same node counts only if it returns to the node's step.
struct Transition: Hashable {
    /// The target of a transition.
    enum Target: Hashable {
        /// The index of a node.
        case node(Int)
        /// The last step that was shown or, if there was no step, the node with this index.
        case lastStep(otherwise: Int)
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
    var from: Int?
    var trigger: Trigger
    /// The answer that the user selects; empty if the answer is not a selection.
    var selection = ""
    /// The guard in words; empty if there is none.
    var guardText = ""
    var attempts: Attempts?
    var target: Target
    /// Whether its event or its statements leave an error pending at the target.
    var carriesError = false
    /// The number of the transition in the source; nil if the compiler added it.
    var mark: TransitionID?

    /// The event in words, without its guard.
    ///
    /// The result of a handler needs no name if it has a guard.
    var name: String {
        if trigger.kind == .handled { return guardText.utf8.isEmpty ? "after " + trigger.name : "" }
        let event = selection.utf8.isEmpty ? trigger.name : selection
        guard case .exhausted(let count) = attempts else { return event }
        return event + " after " + String(count) + " attempts"
    }

    /// The event and its guard in words.
    var label: String { Self.label([name], guardText) }

    /// Returns several events and their common guard in words. An empty guard adds no text.
    static func label(_ names: [String], _ guardText: String) -> String {
        let events = names.filter { !$0.utf8.isEmpty }.joined(separator: ", ")
        if guardText.utf8.isEmpty { return events }
        let condition = guardText == TransitionCollector.otherwise ? guardText : "if " + guardText
        return events.utf8.isEmpty ? condition : events + " " + condition
    }
}
