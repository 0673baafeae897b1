/// The layout of a diagram on a portrait page: a tall one has room for long lines.
struct PageLayout {
    /// A diagram with more rows than this is tall.
    static var rows: Int { 13 }

    /// Whether the diagram has many rows.
    var isTall: Bool

    /// Characters in a line of a box.
    var boxWidth: Int { isTall ? 22 : 16 }
    /// Characters in a line beside an arrow.
    var arrowWidth: Int { isTall ? 26 : 13 }
}
