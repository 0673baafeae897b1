/// Optional contents of a table.
package struct EmitOptions: Sendable, Hashable {
    /// Whether to write the names of the states, for traces and diagrams.
    package var includesNames: Bool
    /// Whether to mark source transitions in the code, for coverage.
    package var includesMarks: Bool

    /// Creates options for a table. By default, it contains names but no marks.
    package init(includesNames: Bool = true, includesMarks: Bool = false) {
        self.includesNames = includesNames
        self.includesMarks = includesMarks
    }
}
