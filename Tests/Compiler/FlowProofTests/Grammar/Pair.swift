import FlowReference
import FlowSyntax

/// An attribute of an element in another element.
struct Pair: Hashable, Comparable, CustomStringConvertible {
    let element: String
    let attribute: String
    /// The element around it, empty for a root.
    let parent: String

    var description: String { "\(parent.isEmpty ? "-" : parent) \(element) \(attribute)" }

    static func < (left: Pair, right: Pair) -> Bool { left.description < right.description }

    /// All that the grammar of one kind of document allows.
    static func all(_ kind: DocumentKind) -> [Pair] {
        let vocabulary = Vocabulary.vocabulary(kind)
        return vocabulary.rules.flatMap { rule in
            let parents = vocabulary.parents(of: rule.name).map(\.spelling)
            return rule.attributes.flatMap { attribute in
                (parents.isEmpty ? [""] : parents).map {
                    Pair(element: rule.name.spelling, attribute: attribute.name.spelling, parent: $0)
                }
            }
        }
    }

    /// The pairs of an element that was executed.
    static func pairs(of execution: Execution) -> [Pair] {
        execution.attributes.map { Pair(element: execution.name, attribute: $0, parent: execution.parent) }
    }
}

/// A transition by its selector, its target and the element in which it stands.
struct TransitionForm: Hashable, Comparable, CustomStringConvertible {
    let selector: String
    let target: String
    let scope: String

    var description: String { "\(scope) on \(selector) \(target)" }

    static func < (left: TransitionForm, right: TransitionForm) -> Bool { left.description < right.description }

    /// The events of the language; a command stands for all that a flow declares.
    static let events = ["start", "submit", "cancel", "back", "timeout", "success", "reply", "invalid", "command"]
    /// The other selectors; with a star where they take all others.
    static let selectors = [
        "error", "error *", "challenge", "challenge *", "select", "failure", "failure *", "outcome", "outcome *",
    ]
    /// The targets.
    static let targets = ["to", "here", "present", "send", "compute", "last-step", "restart", "refuse", "none"]

    /// All that can be written.
    static var all: [TransitionForm] {
        Vocabulary.vocabulary(.flow).parents(of: .on).flatMap { scope in
            (events + selectors).flatMap { selector in
                targets.map { TransitionForm(selector: selector, target: $0, scope: scope.spelling) }
            }
        }
    }

    /// The forms of a transition that was executed.
    static func forms(of execution: Execution) -> [TransitionForm] {
        guard execution.name == "on" else { return [] }
        let target = target(of: execution)
        return selectors(of: execution).map { TransitionForm(selector: $0, target: target, scope: execution.parent) }
    }

    private static func target(of execution: Execution) -> String {
        if let retry = execution["retry"] { return execution["present"] == nil ? retry : "present" }
        return ["to", "restart", "refuse"].first { execution[$0] != nil } ?? "none"
    }

    private static func selectors(of execution: Execution) -> [String] {
        if let words = execution["event"]?.split(separator: " ").map(String.init) {
            return words.map { events.contains($0) ? $0 : "command" }
        }
        let names = ["error", "challenge", "select", "failure", "outcome"]
        guard let name = names.first(where: { execution[$0] != nil }) else { return [] }
        return [name + (execution[name] == "*" ? " *" : "")]
    }
}
