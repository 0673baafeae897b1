import FlowSyntax

/// A declaration in the `data` of a flow.
enum DataDeclaration: Sendable {
    case input(AskSyntax)
    case value(AskSyntax)
    case facts([Name])
    case counters([Name])

    /// Reads the declarations in a `data` element, in the order of writing.
    static func read(_ data: AttributeDecoder) -> [DataDeclaration] {
        var result: [DataDeclaration] = []
        data.forEachChild { child, kind in
            switch kind {
            case .input: if let input = AskSyntax(child, .input) { result.append(.input(input)) }
            case .value: if let value = AskSyntax(child, .value) { result.append(.value(value)) }
            case .fact: result.append(.facts(child.names(.name)))
            case .counter: result.append(.counters(child.names(.name)))
            default: break
            }
        }
        return result
    }
}
