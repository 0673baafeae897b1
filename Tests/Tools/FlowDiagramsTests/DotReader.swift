/// Reads a diagram in Graphviz's language.
extension Picture {
    init(dot: String) {
        for line in dot.split(separator: "\n") {
            if line.contains(" [id=\"") || line.hasPrefix("  f") && line.contains("[label=<")
                || line.contains(", label=<<TABLE BORDER=\"1\"")
            {
                readCard(line)
            } else if line.contains(":e -> ") {
                let parts = line.split { $0 == " " || $0 == ":" }
                if parts.count > 4 { edges[parts[0] + ":" + parts[1]] = String(parts[4]) }
            } else if line.contains("labelloc=t") {
                shared += Self.cells(String(line)).map { Self.visible($0) }
            }
        }
    }

    private mutating func readCard(_ line: Substring) {
        let name = line.split(separator: " ")[0]
        var card = Card()
        for cell in Self.cells(String(line)) {
            let port = Self.attribute("PORT", in: cell) ?? ""
            let tooltip = (Self.attribute("TITLE", in: cell) ?? "").split(separator: "\n").map(String.init)
            let row = Row(visible: Self.visible(cell), tooltip: tooltip, port: port)
            if port == "in" {
                card.title = Self.bold(cell)
                card.kind = String(row.visible.dropFirst(card.title.count + 1))
            } else {
                card.rows.append(row)
            }
        }
        cards[String(name)] = card
    }

    // MARK: Markup

    private static func cells(_ line: String) -> [String] {
        line.split(separator: "<TD").dropFirst().map { part in
            String(part.firstRange(of: "</TD>").map { part[..<$0.lowerBound] } ?? part)
        }
    }

    private static func attribute(_ name: String, in cell: String) -> String? {
        guard let start = cell.firstRange(of: name + "=\""), let end = cell[start.upperBound...].firstIndex(of: "\"")
        else {
            return nil
        }
        return decoded(String(cell[start.upperBound..<end]))
    }

    private static func visible(_ cell: String) -> String {
        var text = ""
        var isTag = true
        for character in cell.replacing("<BR", with: " <BR") {
            if character == "<" {
                isTag = true
            } else if character == ">" {
                isTag = false
            } else if !isTag {
                text.append(character)
            }
        }
        return decoded(text).split(separator: " ").joined(separator: " ")
    }

    private static func bold(_ cell: String) -> String {
        guard let start = cell.firstRange(of: "<B>"), let end = cell.firstRange(of: "</B>") else { return "" }
        return decoded(String(cell[start.upperBound..<end.lowerBound]))
    }

    private static func decoded(_ text: String) -> String {
        text.replacing("&#10;", with: "\n").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("\\\\", with: "\\").replacing("&amp;", with: "&")
    }
}
