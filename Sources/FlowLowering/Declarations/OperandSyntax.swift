import FlowDiagnostics
import FlowSyntax

/// Where a value comes from: `from` or `value`, and `else`.
struct OperandSyntax: Sendable {
    /// The value that it is taken from.
    let from: Name?
    /// The text that it is.
    let value: WrittenText?
    /// The value that takes its place where the first is absent.
    let otherwise: Name?

    /// Reads the source that an element names.
    init(_ element: AttributeDecoder) {
        from = element.name(.from)
        value = element.text(.value)
        otherwise = element.name(.else)
    }

    /// The names of values in it.
    var names: [Name] { [from, otherwise].compactMap { $0 } }
}
