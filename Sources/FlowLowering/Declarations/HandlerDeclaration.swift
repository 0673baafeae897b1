import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A `handler`: its ports and its failures.
final class HandlerDeclaration: Sendable {
    /// A value that it needs or gives.
    struct Port: Sendable {
        let name: Symbol
        let type: ValueType
        let isRequired: Bool
    }

    let name: Name
    let needs: [Port]
    let gives: [Port]
    let fails: Set<Symbol>
    /// The names that it gives, with their places and types.
    let given: [(name: Name, type: ValueType)]

    /// Reads an element.
    /// - Returns: nil if it has no name.
    init?(_ element: AttributeDecoder) {
        var (needs, gives): ([Port], [Port]) = ([], [])
        var (fails, given): (Set<Symbol>, [(Name, ValueType)]) = ([], [])
        element.forEachChild { child, kind in
            switch kind {
            case .needs: needs += Self.ports(child).map(\.port)
            case .gives:
                let ports = Self.ports(child)
                gives += ports.map(\.port)
                given += ports.map { ($0.name, $0.port.type) }
            case .fails: fails.formUnion(child.names(.name).map(\.symbol))
            default: break
            }
        }
        (self.needs, self.gives, self.fails, self.given) = (needs, gives, fails, given)
        guard let name = element.name(.name) else { return nil }
        self.name = name
    }

    private static func ports(_ element: AttributeDecoder) -> [(name: Name, port: Port)] {
        let type = element.type()?.type ?? .text
        let isRequired = element.flag(.required) ?? true
        return element.names(.name).map { ($0, Port(name: $0.symbol, type: type, isRequired: isRequired)) }
    }
}
