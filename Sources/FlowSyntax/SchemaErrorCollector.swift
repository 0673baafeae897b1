/// Collects the errors that libxml2 reports during validation.
final class SchemaErrorCollector {
    private(set) var violations: [SchemaViolation] = []

    /// Adds the first line of an error.
    ///
    /// `line` is 0 if libxml2 reports none. `element` is the element's number, counted from 1; 0 if there is none.
    func add(message: String, line: Int, element: Int) {
        violations.append(
            SchemaViolation(
                message: String(message.prefix { $0 != "\n" }),
                line: line > 0 ? line : nil,
                element: element > 0 ? ElementID(element - 1) : nil
            )
        )
    }
}
