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
    let needs: [Port]
    let gives: [Port]
    let fails: Set<Symbol>
    /// The name and type of each output. Unlike `gives`, it has the places of the names.
    let placedOutputs: [(name: Name, type: SlotType)]
    /// The inputs, outputs and failures, in this order, each kind with its name in messages.
    let names: [(kind: String, names: [Name])]

    /// Reads a `handler` element, or returns nil if it has no name.
    init?(_ element: AttributeDecoder) {
        var inputs: [(name: Name, port: Port)] = []
        var outputs: [(name: Name, port: Port)] = []
        var failures: [Name] = []
        element.forEachChild { child, kind in
            switch kind {
            case .needs: inputs += Self.ports(in: child)
            case .gives: outputs += Self.ports(in: child)
            case .fails: failures += child.names(.name)
            default: break
            }
        }
        guard let name = element.name(.name) else { return nil }
        self.name = name
        needs = inputs.map(\.port)
        gives = outputs.map(\.port)
        fails = Set(failures.map(\.symbol))
        placedOutputs = outputs.map { ($0.name, $0.port.type) }
        names = [("input", inputs.map(\.name)), ("output", outputs.map(\.name)), ("failure", failures)]
    }

    /// Returns the ports that a `needs` or `gives` element declares, each with the name at its place.
    private static func ports(in element: AttributeDecoder) -> [(name: Name, port: Port)] {
        let type = element.type()?.type ?? .text
        let isRequired = element.flag(.required) ?? true
        return element.names(.name).map { ($0, Port(name: $0.symbol, type: type, isRequired: isRequired)) }
    }
}
