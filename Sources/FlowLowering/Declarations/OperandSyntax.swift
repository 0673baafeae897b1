import FlowDiagnostics
import FlowSyntax

/// An operand: `from` or `value`, and `else`.
struct OperandSyntax: Sendable {
    /// The value that it reads.
    let from: Name?
    /// The constant.
    let value: WrittenText?
    /// The value that replaces an absent one.
    let otherwise: Name?

    /// Reads the operand of an element.
    init(_ element: AttributeDecoder) {
        from = element.name(.from)
        value = element.text(.value)
        otherwise = element.name(.else)
    }

    /// The names of values in it.
    var names: [Name] { [from, otherwise].compactMap { $0 } }
}
