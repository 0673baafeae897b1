/// Reads back what a diagram in Graphviz's language says: by its visible rows, its edges, and its tooltips.
struct DotReader {
    /// A row of a card.
    struct Row {
        var visible: String
        var tooltip: [String]
        var port: String
    }

    /// A card.
    struct Card {
        var title = ""
        var rows: [Row] = []
    }

    private(set) var cards: [String: Card] = [:]
    /// By card and port: the card that the edge leads to.
    private(set) var edges: [String: String] = [:]
    /// The numbered lines of the heading.
    private(set) var shared: [String] = []
    private(set) var faults: [String] = []

    init(_ dot: String) {
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
            if port == "in" { card.title = Self.bold(cell) } else { card.rows.append(row) }
        }
        cards[String(name)] = card
    }

    /// Returns the transitions that can be read; what contradicts itself is a fault.
    mutating func transitions() -> Set<String> {
        var found: Set<String> = []
        for (name, card) in cards.sorted(by: { $0.key < $1.key }) {
            for row in card.rows {
                for line in row.tooltip where line.contains(" → ") {
                    check(line, row, card, name)
                    found.insert(TransitionOracle.plain(line))
                }
            }
        }
        return found
    }

    /// A row must say visibly, or by its edge, where its transitions lead.
    private mutating func check(_ line: String, _ row: Row, _ card: Card, _ name: String) {
        guard let arrow = line.firstRange(of: " → ") else { return }
        let target = String(line[arrow.upperBound...])
        let from = String(line[..<arrow.lowerBound]).split(separator: ":")[0]
        if row.visible.hasPrefix("also ") {
            let numbers = row.visible.dropFirst(5).split { $0 == "," || $0 == " " }
            let isNamed = numbers.contains { number in
                shared.contains { $0.hasPrefix(number + " ") && Self.names($0, target, from: String(from)) }
            }
            if !isNamed { faults.append("\(line) is in no numbered line of \(row.visible)") }
            return
        }
        if row.visible.hasSuffix("▸") {
            guard let end = edges[name + ":" + row.port].flatMap({ cards[$0]?.title }) else {
                return faults.append("\(line) has no edge")
            }
            if end != target, end != "service replies", !isMember(target, of: end) {
                faults.append("\(line) has an edge to \(end)")
            }
        } else if !Self.names(row.visible, target, from: String(from)), !row.visible.contains("service replies"),
            !cards.values.contains(where: { row.visible.hasSuffix($0.title) && isMember(target, of: $0.title) })
        {
            faults.append("\(line) is not in '\(row.visible)'")
        }
    }

    /// Whether a card stands for a group with a node.
    private func isMember(_ node: String, of title: String) -> Bool {
        cards.values.contains { $0.title == title && $0.rows.contains { $0.visible == node } }
    }

    private static func names(_ text: String, _ target: String, from: String) -> Bool {
        if target == from, text.contains("↺") { return true }
        if target.hasPrefix("the last step") { return text.contains("last step") }
        // A line may be broken inside of a long name.
        return text.filter { $0 != " " }.contains(target.filter { $0 != " " })
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
