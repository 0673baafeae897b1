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
    let attempts: AttemptsDeclaration?
    /// After how many seconds the host is late: a number, or the name of a value.
    let after: Name?
    /// Whether the pending error stays as it is.
    let keepsError: Bool
    let statements: [StatementSyntax]
    let range: SourceRange

    /// Reads an element.
    init(_ element: AttributeDecoder) {
        number = element.pass.nextTransition()
        selector = TransitionSelector(element)
        target = TransitionTarget(element)
        guardClause = GuardDeclaration(element)
        attempts = AttemptsDeclaration(element)
        after = element.name(.after)
        keepsError = element.flag(.keepError) ?? false
        statements = StatementSyntax.all(in: element)
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

/// An `attempts`, with what belongs to it.
final class AttemptsDeclaration: Sendable {
    /// How many there are; nil if the number cannot be read.
    let maximum: Int?
    /// The place of the number.
    let range: SourceRange
    /// The node that the last one leads to.
    let then: Name?
    /// The value that holds how many are left.
    let left: Name?
    /// The declared counter that counts them, in place of one for each node.
    let counter: Name?

    /// Reads the attempts of an element.
    /// - Returns: nil if it has none.
    init?(_ element: AttributeDecoder) {
        then = element.name(.then)
        left = element.name(.left)
        counter = element.name(.counter)
        guard let number = element.number(.attempts) else { return nil }
        (maximum, range) = (number.value, number.range)
    }
}
