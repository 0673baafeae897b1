/// The layout of a diagram on a portrait page.
///
/// A tall diagram has room for long lines.
struct PageLayout {
    /// The number of rows above which a diagram is tall.
    static var rows: Int { 13 }

    /// Whether the diagram has many rows.
    var isTall: Bool

    /// The width of a line in a box, in characters.
    var boxWidth: Int { isTall ? 22 : 16 }
    /// The width of a line beside an arrow, in characters.
    var arrowWidth: Int { isTall ? 26 : 13 }
}
