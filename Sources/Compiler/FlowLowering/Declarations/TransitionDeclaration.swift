import FlowDiagnostics
import FlowSyntax

/// A transition: an `on` element. Its names are not yet resolved.
final class TransitionDeclaration: Sendable {
    /// The number among all transitions and branches of a compilation.
    let number: Int
    /// The events that the transition handles.
    let selector: TransitionSelector
    let target: TransitionTarget
    let guardClause: GuardDeclaration?
    /// The limit on how often the transition is taken; nil if there is none.
    let attempts: AttemptsDeclaration?
    /// The time limit of a step: a number of seconds, or the name of a value; nil if there is none.
    let after: Name?
    /// Whether the pending error survives the transition.
    let keepsError: Bool
    let statements: [StatementSyntax]
    let range: SourceRange

    /// Reads an `on` element, and gives it the next number.
    init(_ element: AttributeDecoder) {
        number = element.builder.nextTransition()
        selector = TransitionSelector(element)
        target = TransitionTarget(element)
        guardClause = GuardDeclaration(element)
        attempts = AttemptsDeclaration(element)
        after = element.name(.after)
        keepsError = element.flag(.keepError) ?? false
        statements = StatementSyntax.all(in: element)
        range = element.range
    }

    /// Returns whether this transition of an extension replaces an inherited one.
    ///
    /// It does if it has a target, and names the same events in the same order under the same guard.
    func replaces(_ inherited: TransitionDeclaration) -> Bool {
        !target.isNowhere
            && selector.kind == inherited.selector.kind
            && selector.names.map(\.symbol) == inherited.selector.names.map(\.symbol)
            && guardText == inherited.guardText
    }

    /// The text of the guard without surrounding white space; nil if there is no guard.
    private var guardText: String? {
        guardClause.map { WrittenText(text: $0.source.text, range: $0.range).trimmed }
    }
}

/// The limit of a transition: `attempts`, with `then`, `left` and `counter`.
final class AttemptsDeclaration: Sendable {
    /// The number of attempts; nil if the attribute is not a number.
    let maximum: Int?
    let range: SourceRange
    /// The node that the last attempt leads to; nil if the attribute is missing.
    let then: Name?
    /// The value that stores the number of remaining attempts; nil if there is none.
    let left: Name?
    /// The declared counter that counts the attempts at all nodes together; nil if each node has its own counter.
    let counter: Name?

    /// Reads the attempts of an element, or returns nil if it does not limit them.
    init?(_ element: AttributeDecoder) {
        then = element.name(.then)
        left = element.name(.left)
        counter = element.name(.counter)
        guard let number = element.number(.attempts) else { return nil }
        (maximum, range) = (number.value, number.range)
    }
}
