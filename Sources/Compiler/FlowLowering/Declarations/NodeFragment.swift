import FlowDiagnostics
import FlowSyntax

/// A node as one file declares it: the whole node, or an extension of an inherited one.
final class NodeFragment: Sendable {
    /// How a node changes the inherited node of the same name.
    enum Inheritance: Sendable {
        case extend, replace
    }

    let kind: ElementName
    /// The identifier. The default for a challenge is its name.
    let id: Name
    /// How the node changes the inherited one; nil if no node of this name may be inherited.
    let inheritance: Inheritance?
    /// The name of the challenge; nil for a node of another kind.
    let challenge: Name?
    /// The challenge whose answer the node sends instead of its own; nil if there is none.
    let answered: Name?
    let operation: Name?
    /// The service to call, if several have the operation; nil if the node names none.
    let service: Name?
    let variant: Name?
    /// The name of the sub-flow of a `use`; nil for a node of another kind.
    let flow: Name?
    /// The outcome that an `end` names; nil if it names none, and for a node of another kind.
    let outcome: Name?
    let present: Name?
    /// The outputs or parameters that a reply must contain.
    let requires: [Name]
    /// The `pass` and `take` elements of a `use`.
    let bindings: [PortBinding]
    let scope: ScopeDeclaration
    let answers: [AnswerDeclaration]

    /// Reads an element, or returns nil if it has no identifier.
    init?(_ element: AttributeDecoder, _ kind: ElementName) {
        // All attributes are read even if there is no identifier, because an audit counts how often each one is read.
        self.kind = kind
        let name = kind == .challenge ? element.name(.name) : nil
        let id = element.name(.id) ?? name
        inheritance = element.word(.inherit).map { $0 == "extend" ? .extend : .replace }
        challenge = name
        answered = element.name(.as)
        operation = element.name(.operation)
        service = element.name(.service)
        variant = element.name(.variant)
        flow = element.name(.flow)
        outcome = element.name(.outcome)
        present = element.name(.present)
        requires = element.names(.requires)
        bindings = kind == .use ? PortBinding.all(in: element) : []
        scope = ScopeDeclaration(element, .node)
        answers = scope.answers
        guard let id else { return nil }
        self.id = id
    }
}
