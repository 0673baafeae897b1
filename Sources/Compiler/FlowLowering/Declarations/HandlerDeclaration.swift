import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// A `handler`: its ports and its failures.
final class HandlerDeclaration: Sendable {
    /// An input or output of a handler.
    struct Port: Sendable {
        let name: Symbol
        let type: SlotType
        let isRequired: Bool
    }

    let name: Name
    /// The inputs.
    let needs: [Port]
    /// The outputs.
    let gives: [Port]
    /// The names of the failures.
    let fails: Set<Symbol>
    /// The name and type of each output. Unlike `gives`, it has the places of the names.
    let placedOutputs: [(name: Name, type: SlotType)]

    /// Reads a `handler` element, or returns nil if it has no name.
    init?(_ element: AttributeDecoder) {
        var (needs, gives): ([Port], [Port]) = ([], [])
        var (fails, placedOutputs): (Set<Symbol>, [(Name, SlotType)]) = ([], [])
        element.forEachChild { child, kind in
            switch kind {
            case .needs: needs += Self.ports(in: child).map(\.port)
            case .gives:
                let ports = Self.ports(in: child)
                gives += ports.map(\.port)
                placedOutputs += ports.map { ($0.name, $0.port.type) }
            case .fails: fails.formUnion(child.names(.name).map(\.symbol))
            default: break
            }
        }
        (self.needs, self.gives, self.fails, self.placedOutputs) = (needs, gives, fails, placedOutputs)
        guard let name = element.name(.name) else { return nil }
        self.name = name
    }

    /// Returns the ports that a `needs` or `gives` element declares, each with the name at its place.
    private static func ports(in element: AttributeDecoder) -> [(name: Name, port: Port)] {
        let type = element.type()?.type ?? .text
        let isRequired = element.flag(.required) ?? true
        return element.names(.name).map { ($0, Port(name: $0.symbol, type: type, isRequired: isRequired)) }
    }
}
