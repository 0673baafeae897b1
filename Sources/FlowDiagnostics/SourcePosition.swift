/// A line and a column in a text file.
package struct SourcePosition: Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// The column in Unicode scalars, counted from 1.
    package let column: Int

    /// Creates a position from a line and a column, both counted from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
