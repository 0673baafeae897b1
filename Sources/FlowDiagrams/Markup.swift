/// Pieces of HTML-like labels (https://graphviz.org/doc/info/shapes.html#html).
enum Markup {
    static func font(_ text: String, _ color: String, _ size: Int) -> String {
        "<FONT COLOR=\"" + color + "\" POINT-SIZE=\"" + String(size) + "\">" + text + "</FONT>"
    }

    /// A row of one cell.
    static func cell(_ text: String, _ attributes: String = "ALIGN=\"LEFT\"") -> String {
        "<TR><TD " + attributes + ">" + text + "</TD></TR>"
    }

    /// The attributes of a cell with a tooltip, which Graphviz gives only to cells with a link.
    static func tip(_ text: String, link: String = "#") -> String {
        text.utf8.isEmpty ? "" : " HREF=\"" + Text.markup(link) + "\" TITLE=\"" + Text.markup(text) + "\""
    }
}
