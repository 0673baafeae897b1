import FlowDiagnostics
import FlowSyntax

/// A `pass`, which binds an input of a handler or sub-flow to a value or a literal.
struct PassDeclaration: Sendable {
    let name: Name
    let source: OperandSyntax

    /// Reads a `pass` element, or returns nil if it has no name.
    init?(_ element: AttributeDecoder) {
        source = OperandSyntax(element)
        guard let name = element.name(.name) else { return nil }
        self.name = name
    }
}

/// A `take`, which stores an output of a handler, or a value of a sub-flow, in a value.
struct TakeDeclaration: Sendable {
    /// The name of the output or value.
    let name: Name
    let into: Name

    /// Reads a `take` element, or returns nil if it lacks `name` or `into`.
    init?(_ element: AttributeDecoder) {
        guard let name = element.name(.name), let into = element.name(.into) else { return nil }
        (self.name, self.into) = (name, into)
    }
}

/// A binding of a handler or sub-flow: a `pass` or a `take`.
enum PortBinding: Sendable {
    case pass(PassDeclaration)
    case take(TakeDeclaration)

    /// Reads the bindings in an element, in source order.
    static func all(in element: AttributeDecoder) -> [PortBinding] {
        var bindings: [PortBinding] = []
        element.forEachChild { child, kind in
            switch kind {
            case .pass: if let pass = PassDeclaration(child) { bindings.append(.pass(pass)) }
            case .take: if let take = TakeDeclaration(child) { bindings.append(.take(take)) }
            default: break
            }
        }
        return bindings
    }
}
