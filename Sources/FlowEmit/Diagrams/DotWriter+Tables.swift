/// Writes tables as HTML-like labels (https://graphviz.org/doc/info/shapes.html#html).
extension DotWriter {
    /// A table.
    static func html(_ table: DiagramTable, _ diagram: Diagram) -> String {
        let rows = table.rows
        let units = rows.reduce(1) { leastCommonMultiple($0, $1.count) }
        var text = "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"2\">"
        if !table.title.utf8.isEmpty {
            text += "<TR><TD COLSPAN=\"" + String(units) + "\" BGCOLOR=\"gray90\">" + DotText.markup(table.title)
            text += "</TD></TR>"
        }
        for row in rows {
            text += "<TR>"
            for cell in row { text += html(cell, span: units / row.count, diagram) }
            text += "</TR>"
        }
        return text + "</TABLE>"
    }

    /// The width of a cell in characters.
    private static var cellWidth: Int { 22 }

    private static func html(_ cell: DiagramTable.Cell, span: Int, _ diagram: Diagram) -> String {
        let box = cell.box.map { diagram.boxes[$0] }
        let labels = Diagram.Arrow(from: 0, to: 0, labels: cell.labels, isDashed: false)
        var lines = DotText.wrapped(labels.lines, cellWidth).map { "<I>" + DotText.markup($0) + "</I>" }
        if let box {
            for line in DotText.wrapped(Array(box.lines.prefix(1)), cellWidth) where !line.utf8.isEmpty {
                lines.append("<B>" + DotText.markup(line) + "</B>")
            }
            lines += DotText.wrapped(Array(box.allLines.dropFirst()), cellWidth).map { DotText.markup($0) }
        }
        var text = "<TD PORT=\"" + cell.port + "\" COLSPAN=\"" + String(span) + "\""
        if box?.shape == .oval { text += " BGCOLOR=\"gray93\"" }
        if labels.lines != labels.labels {
            text += " TITLE=\"" + DotText.markup(labels.labels.joined(separator: "; ")) + "\""
        }
        return text + ">" + lines.joined(separator: "<BR/>") + "</TD>"
    }

    private static func leastCommonMultiple(_ first: Int, _ second: Int) -> Int {
        var (divisor, rest) = (first, second)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        return divisor > 0 ? first / divisor * second : max(first, second)
    }
}
