import FlowDiagnostics
import FlowSyntax

/// A `send`: a key of requests, and its value.
final class SendDeclaration: Sendable {
    let name: Name?
    let source: OperandSyntax
    let guardClause: GuardDeclaration?
    let range: SourceRange

    /// Reads an element.
    init(_ element: AttributeDecoder) {
        name = element.name(.name)
        source = OperandSyntax(element)
        guardClause = GuardDeclaration(element)
        range = element.range
    }
}

/// A `receive`: a value of replies, and where it is kept.
struct ReceiveDeclaration: Sendable {
    let name: Name
    let into: Name
    let isRequired: Bool

    /// Reads an element.
    /// - Returns: nil if a name is missing.
    init?(_ element: AttributeDecoder) {
        isRequired = element.flag(.required) ?? false
        guard let name = element.name(.name), let into = element.name(.into) else { return nil }
        (self.name, self.into) = (name, into)
    }
}

/// A `show`: a value for the host.
final class ShowDeclaration: Sendable {
    let name: Name
    let source: OperandSyntax
    let isDisclosed: Bool
    let range: SourceRange

    /// Reads an element.
    /// - Returns: nil if it has no name.
    init?(_ element: AttributeDecoder) {
        source = OperandSyntax(element)
        isDisclosed = element.flag(.disclose) ?? false
        range = element.range
        guard let name = element.name(.name) else { return nil }
        self.name = name
    }
}
