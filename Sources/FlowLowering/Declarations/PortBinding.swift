import FlowDiagnostics
import FlowSyntax

/// A `pass`: what a port of a handler or an input of a sub-flow is given.
struct PassDeclaration: Sendable {
    let name: Name
    let source: OperandSyntax

    /// Reads an element.
    /// - Returns: nil if it has no name.
    init?(_ element: AttributeDecoder) {
        source = OperandSyntax(element)
        guard let name = element.name(.name) else { return nil }
        self.name = name
    }
}

/// A `take`: where what a port of a handler, or a value of a sub-flow, gives is kept.
struct TakeDeclaration: Sendable {
    let name: Name
    let into: Name

    /// Reads an element.
    /// - Returns: nil if a name is missing.
    init?(_ element: AttributeDecoder) {
        guard let name = element.name(.name), let into = element.name(.into) else { return nil }
        (self.name, self.into) = (name, into)
    }
}

/// One of the two, in the order of writing.
enum PortBinding: Sendable {
    case pass(PassDeclaration)
    case take(TakeDeclaration)

    /// Reads all bindings in an element.
    static func all(in element: AttributeDecoder) -> [PortBinding] {
        var bindings: [PortBinding] = []
        element.forEachChild { child, kind in
            switch kind {
            case .pass: PassDeclaration(child).map { bindings.append(.pass($0)) }
            case .take: TakeDeclaration(child).map { bindings.append(.take($0)) }
            default: break
            }
        }
        return bindings
    }
}
