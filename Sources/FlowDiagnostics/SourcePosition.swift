/// A place in a text file as people count it.
package struct SourcePosition: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in Unicode scalars.
    package let column: Int

    /// Makes a position from a line and a column, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
