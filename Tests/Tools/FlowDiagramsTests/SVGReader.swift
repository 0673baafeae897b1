/// Reads a picture in SVG, as Graphviz draws it and `SVGWriter` stacks it.
extension Picture {
    init(svg: String) {
        var reader = SVGReader()
        for line in svg.split(separator: "\n") { reader.read(line) }
        self = reader.picture
    }
}

/// Reads a picture line by line: Graphviz writes each element on a line of its own.
private struct SVGReader {
    var picture = Picture()
    /// The node whose elements are read; nil outside nodes.
    private var node: String?
    private var isEdge = false
    private var edgeEnds: [String] = []
    /// The cell whose texts are read; nil outside cells.
    private var cell: Picture.Row?
    private var isFirstCell = true

    mutating func read(_ line: Substring) {
        if line.contains(" class=\"") {
            endCell()
            let name = Self.attribute("id", in: line) ?? ""
            isEdge = line.contains("class=\"edge\"")
            node = line.contains("class=\"node\"") ? name : nil
            if node != nil { picture.cards[name] = Picture.Card() }
            isFirstCell = true
        } else if line.hasPrefix("<title>"), isEdge {
            let text = Self.decoded(line.dropFirst("<title>".count).prefix { $0 != "<" })
            edgeEnds = text.split(separator: "->").map { String($0.prefix { $0 != ":" }) }
        } else if line.hasPrefix("<g id=\"a_") {
            readTooltip(Self.decoded(Self.attribute("xlink:title", in: line) ?? ""))
        } else if line.hasPrefix("<text ") {
            let text = line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
            readText(Self.decoded(text), isBold: line.contains("font-weight=\"bold\""))
        } else if line.hasPrefix("</a>") {
            endCell()
        }
    }

    /// Reads the tooltip of an edge, or of the cell that begins.
    private mutating func readTooltip(_ tooltip: String) {
        if isEdge, edgeEnds.count == 2 {
            picture.edges[edgeEnds[0] + ":" + tooltip] = edgeEnds[1]
        } else if node != nil, tooltip != " " {
            let lines = tooltip.split(separator: "\n").map(String.init)
            cell = Picture.Row(visible: "", tooltip: lines, port: tooltip)
        }
    }

    private mutating func readText(_ text: String, isBold: Bool) {
        guard let node else { return readHeading(text, isBold: isBold) }
        if isBold {
            picture.cards[node]?.title = text
        } else if isFirstCell, cell != nil {
            picture.cards[node]?.kind = text
        } else if let row = cell {
            cell?.visible = row.visible.isEmpty ? text : row.visible + " " + text
        } else {
            picture.cards[node]?.rows.append(Picture.Row(visible: text, tooltip: [], port: ""))
        }
    }

    /// Reads a line of a heading. A line without a number continues the one before it.
    private mutating func readHeading(_ text: String, isBold: Bool) {
        let number = text.prefix { $0.isNumber }
        if !number.isEmpty, text.dropFirst(number.count).hasPrefix(" ") {
            picture.shared.append(text)
        } else if !isBold, let last = picture.shared.indices.last {
            picture.shared[last] += " " + text
        }
    }

    private mutating func endCell() {
        if let row = cell, let node, !isFirstCell { picture.cards[node]?.rows.append(row) }
        if cell != nil { isFirstCell = false }
        cell = nil
    }

    private static func attribute(_ name: String, in line: Substring) -> String? {
        guard let start = line.firstRange(of: name + "=\"") else { return nil }
        return String(line[start.upperBound...].prefix { $0 != "\"" })
    }

    /// Returns a text without entities and doubled spaces.
    private static func decoded(_ text: some StringProtocol) -> String {
        let entities = [
            ("&#10;", "\n"), ("&#45;", "-"), ("&#160;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
            ("&#39;", "'"), ("&amp;", "&"), ("\u{A0}", " "),
        ]
        let plain = entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
        return plain == " " ? plain : plain.split(separator: " ").joined(separator: " ")
    }
}
