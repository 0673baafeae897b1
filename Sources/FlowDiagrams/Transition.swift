import FlowModel

/// A transition between two nodes of a flow: what a diagram has to show.
///
/// Transitions between the states of one node count only if they return to its step.
struct Transition: Hashable {
    /// Where a transition leads.
    enum Target: Hashable {
        /// The index of a node.
        case node(Int)
        /// The last step that was presented; the node if there was none.
        case lastStep(otherwise: Int)
        /// Nowhere: the event is refused with a code.
        case refused(String)
    }

    /// How the attempts of a transition are counted.
    enum Attempts: Hashable {
        /// Each of them counts; the number is the last.
        case counted(Int)
        /// The last one has failed.
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
    /// Whether an error is pending when it arrives, as far as its own statements and its event tell.
    var carriesError = false
    /// The number of the transition in the source, if it is written there.
    var mark: TransitionID?

    /// The event in words, without its guard.
    var name: String {
        if trigger.kind == .handled { return guardText.utf8.isEmpty ? "after " + trigger.name : "" }
        let words = selection.utf8.isEmpty ? trigger.name : selection
        guard case .exhausted(let count) = attempts else { return words }
        return words + " after " + String(count) + " attempts"
    }

    /// The event and its guard in words.
    var label: String { Self.label([name], guardText) }

    /// Events with a guard in common, in words.
    static func label(_ names: [String], _ guardText: String) -> String {
        let words = names.filter { !$0.utf8.isEmpty }.joined(separator: ", ")
        if guardText.utf8.isEmpty { return words }
        let condition = guardText == TransitionCollector.otherwise ? guardText : "if " + guardText
        return words.utf8.isEmpty ? condition : words + " " + condition
    }
}
