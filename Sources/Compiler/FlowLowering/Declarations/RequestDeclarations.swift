import FlowDiagnostics
import FlowSyntax
import FlowTable

/// A `send`, which sets a key of requests.
final class SendDeclaration: Sendable {
    /// The key; nil if the element does not name one.
    let name: Name?
    let source: OperandSyntax
    let guardClause: GuardDeclaration?
    let range: SourceRange

    /// Reads a `send` element.
    init(_ element: AttributeDecoder) {
        name = element.name(.name)
        source = OperandSyntax(element)
        guardClause = GuardDeclaration(element)
        range = element.range
    }
}

/// A `receive`, which stores an output of replies in a value.
final class ReceiveDeclaration: Sendable {
    /// The name of the output in the service description.
    let name: Name
    let into: Name
    let isRequired: Bool

    /// Reads a `receive` element, or returns nil if it lacks `name` or `into`.
    init?(_ element: AttributeDecoder) {
        isRequired = element.flag(.required) ?? false
        guard let name = element.name(.name), let into = element.name(.into) else { return nil }
        (self.name, self.into) = (name, into)
    }
}

/// A `show`, a parameter that the host receives.
final class ShowDeclaration: Sendable {
    let name: Name
    let source: OperandSyntax
    /// The flags of the attributes that are `true`.
    let flags: Int
    let range: SourceRange

    /// Reads a `show` element, or returns nil if it has no name.
    init?(_ element: AttributeDecoder) {
        source = OperandSyntax(element)
        flags = element.flag(.disclose) == true ? SourceFlag.disclosed : 0
        range = element.range
        guard let name = element.name(.name) else { return nil }
        self.name = name
    }
}
