/// What a table holds beside what an interpreter needs.
package struct EmitOptions: Sendable, Hashable {
    /// Whether the names of the states are written, for traces and diagrams.
    package var includesNames: Bool
    /// Whether transitions as written in the source are marked in the code, for coverage.
    package var includesMarks: Bool

    /// Options; by default names are written and marks are not.
    package init(includesNames: Bool = true, includesMarks: Bool = false) {
        self.includesNames = includesNames
        self.includesMarks = includesMarks
    }
}
