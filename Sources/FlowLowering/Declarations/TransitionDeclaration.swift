import FlowDiagnostics
import FlowSyntax

/// An `on`, read completely.
final class TransitionDeclaration: Sendable {
    /// The number among all transitions and branches of a compilation.
    let number: Int
    /// The kind of event that it listens to, and the names.
    let selector: TransitionSelector
    /// Where it leads.
    let target: TransitionTarget
    let guardClause: GuardDeclaration?
    /// How often it is taken at most.
    let limit: LimitDeclaration?
    /// After how many seconds the host is late: a number, or the name of a value.
    let after: Name?
    /// Whether the pending error stays as it is.
    let keepsError: Bool
    let statements: [StatementDeclaration]
    let range: SourceRange

    /// Reads an element.
    init(_ element: ElementReader) {
        number = element.pass.nextTransition()
        selector = TransitionSelector(element)
        target = TransitionTarget(element)
        guardClause = GuardDeclaration(element)
        limit = LimitDeclaration(element)
        after = element.name(.after)
        keepsError = element.flag(.keepError) ?? false
        statements = StatementDeclaration.all(in: element)
        range = element.range
    }

    /// Whether it replaces an inherited transition: it has a target, and listens to the same events under the same guard.
    func replaces(_ inherited: TransitionDeclaration) -> Bool {
        guard case .nowhere = target.kind else {
            return selector.kind == inherited.selector.kind
                && selector.names.map(\.symbol) == inherited.selector.names.map(\.symbol)
                && guardClause.map { WrittenText(text: $0.source.text, range: $0.range).word }
                    == inherited.guardClause.map { WrittenText(text: $0.source.text, range: $0.range).word }
        }
        return false
    }
}

/// A `limit` with its `then`.
final class LimitDeclaration: Sendable {
    /// The number; nil if it cannot be read.
    let most: Int?
    /// The place of the number.
    let range: SourceRange
    /// The node that takes over.
    let then: Name?

    /// Reads the limit of an element.
    /// - Returns: nil if it has none.
    init?(_ element: ElementReader) {
        then = element.name(.then)
        guard let number = element.number(.limit) else { return nil }
        (most, range) = (number.value, number.range)
    }
}
