/// Collects the errors that libxml2 reports during a validation.
final class SchemaErrorCollector {
    private(set) var findings: [SchemaViolation] = []

    /// Adds an error; `element` is the number stored at the node, or 0.
    func add(message: String, line: Int, element: Int) {
        findings.append(
            SchemaViolation(
                message: String(message.prefix { $0 != "\n" }),
                line: line > 0 ? line : nil,
                element: element > 0 ? ElementID(element - 1) : nil
            )
        )
    }
}
