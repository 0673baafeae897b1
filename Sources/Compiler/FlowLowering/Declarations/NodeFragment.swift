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
    /// The names in the other attributes. A list is small: most nodes have few names, and a flow can have many nodes.
    private let names: [(attribute: AttributeName, name: Name)]
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
        var names: [(attribute: AttributeName, name: Name)] = []
        if let name { names.append((.name, name)) }
        for attribute in Self.attributes { if let name = element.name(attribute) { names.append((attribute, name)) } }
        self.names = names
        requires = element.names(.requires)
        bindings = kind == .use ? PortBinding.all(in: element) : []
        scope = ScopeDeclaration(element, .node)
        answers = scope.answers
        guard let id else { return nil }
        self.id = id
    }

    /// The other attributes that contain a name, for all kinds of nodes, in the order in which they are read.
    private static let attributes: [AttributeName] = [
        .as, .operation, .service, .variant, .flow, .outcome, .present,
    ]

    /// Returns the name in an attribute, or nil if the node does not have it.
    private func name(in attribute: AttributeName) -> Name? { names.first { $0.attribute == attribute }?.name }

    /// The name of the challenge; nil for a node of another kind.
    var challenge: Name? { name(in: .name) }
    /// The challenge whose answer the node sends instead of its own; nil if there is none.
    var answered: Name? { name(in: .as) }
    var operation: Name? { name(in: .operation) }
    /// The service to call, if several have the operation; nil if the node names none.
    var service: Name? { name(in: .service) }
    var variant: Name? { name(in: .variant) }
    /// The name of the sub-flow of a `use`; nil for a node of another kind.
    var flow: Name? { name(in: .flow) }
    /// The outcome that an `end` names; nil if it names none, and for a node of another kind.
    var outcome: Name? { name(in: .outcome) }
    var present: Name? { name(in: .present) }
}
