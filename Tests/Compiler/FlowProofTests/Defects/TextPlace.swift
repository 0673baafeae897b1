/// A place in a text, both numbers from 1, columns in Unicode scalars.
struct TextPlace: Equatable, Sendable {
    let line: Int
    let column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place behind a text.
    init(after text: String) {
        let lines = text.cut(at: "\n")
        line = lines.count
        column = (lines.last?.unicodeScalars.count ?? 0) + 1
    }
}
