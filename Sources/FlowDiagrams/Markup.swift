/// Pieces of HTML-like labels (https://graphviz.org/doc/info/shapes.html#html).
enum Markup {
    /// The font sizes of labels in points.
    enum Size {
        static let flowTitle = 16
        static let figureTitle = 13
        static let cardTitle = 11
        static let caption = 10
        static let body = 9
        static let small = 8
    }

    /// A line break that aligns the line before it to the left.
    static let leftBreak = "<BR ALIGN=\"LEFT\"/>"

    /// Returns markup in a font color and size.
    static func font(_ text: String, _ color: String, _ size: Int) -> String {
        "<FONT COLOR=\"" + color + "\" POINT-SIZE=\"" + String(size) + "\">" + text + "</FONT>"
    }

    /// Returns a table row with a single cell.
    static func tableRow(_ text: String, _ attributes: String = "ALIGN=\"LEFT\"") -> String {
        "<TR><TD " + attributes + ">" + text + "</TD></TR>"
    }

    /// Returns the attributes that give a cell a tooltip and a link; empty if the tooltip is empty.
    ///
    /// Graphviz writes a tooltip only for cells with a link.
    static func linkAttributes(tooltip: String, link: String = "#") -> String {
        tooltip.utf8.isEmpty ? "" : " HREF=\"" + Text.markup(link) + "\" TITLE=\"" + Text.markup(tooltip) + "\""
    }
}
