import FlowDiagnostics
import FlowSyntax

/// A node as one file declares it: the whole node, or what an extension adds.
final class NodeFragment: Sendable {
    /// What becomes of an inherited node of the same name.
    enum Inheritance: Sendable {
        case extend, replace
    }

    /// What kind of node.
    let kind: ElementName
    /// The identifier: that of a challenge is its name, unless it has another.
    let id: Name
    /// What becomes of an inherited node; nil if there must be none.
    let inheritance: Inheritance?
    /// The name of a challenge; that of another node has no meaning.
    let challenge: Name?
    /// The challenge that is answered in place of its own.
    let answered: Name?
    let operation: Name?
    /// The service that is called, where several have the operation.
    let service: Name?
    let variant: Name?
    /// The flow that is used.
    let flow: Name?
    let outcome: Name?
    /// The step name.
    let present: Name?
    let requires: [Name]
    /// The ports of a sub-flow.
    let bindings: [PortBinding]
    let scope: ScopeDeclaration
    let answers: [AnswerDeclaration]

    /// Reads an element.
    /// - Returns: nil if it has no identifier.
    init?(_ element: AttributeDecoder, _ kind: ElementName) {
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
