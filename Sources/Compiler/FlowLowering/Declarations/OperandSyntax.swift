import FlowDiagnostics
import FlowSyntax

/// An operand: `from` or `value`, and `else`.
struct OperandSyntax: Sendable {
    /// The value to read.
    let from: Name?
    /// The literal.
    let value: WrittenText?
    /// The value to read if the first one is absent.
    let otherwise: Name?

    /// Reads the attributes `from`, `value` and `else` of an element.
    init(_ element: AttributeDecoder) {
        from = element.name(.from)
        value = element.text(.value)
        otherwise = element.name(.else)
    }

    /// The names of the values that the operand reads.
    var names: [Name] { [from, otherwise].compactMap { $0 } }
}
