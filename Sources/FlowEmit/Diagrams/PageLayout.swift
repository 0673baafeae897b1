/// How a picture makes use of a page upright: a tall one has room for long lines.
struct PageLayout {
    /// More boxes below each other than this make a tall picture.
    static var rows: Int { 13 }

    /// Whether there are many boxes below each other.
    var isTall: Bool

    /// Characters in a line of a box.
    var boxWidth: Int { isTall ? 22 : 16 }
    /// Characters in a line beside an arrow.
    var arrowWidth: Int { isTall ? 26 : 13 }
}
