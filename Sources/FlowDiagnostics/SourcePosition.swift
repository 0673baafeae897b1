/// A line and column in a text file.
package struct SourcePosition: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in Unicode scalars.
    package let column: Int

    /// Creates a position from a line and a column, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
