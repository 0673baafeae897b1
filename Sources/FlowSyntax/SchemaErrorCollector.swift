/// Collects the errors that libxml2 reports during a validation.
final class SchemaErrorCollector {
    private(set) var findings: [SchemaViolation] = []

    /// Adds one error; `element` is the number kept at the node, 0 for none.
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
