/// What a picture says: by its visible rows, its edges, and its tooltips.
struct Picture {
    /// A row of a card.
    struct Row {
        var visible: String
        var tooltip: [String]
        /// What an edge names of the row at which it begins: its port or its tooltip.
        var port: String
    }

    /// A card.
    struct Card {
        var title = ""
        var rows: [Row] = []

        /// Whether the card is an end that the picture calls bad.
        var endsBadly: Bool { kind == "ends badly" }
        var kind = ""
    }

    var cards: [String: Card] = [:]
    /// By card and port: the card that the edge leads to.
    var edges: [String: String] = [:]
    /// The numbered lines of the heading.
    var shared: [String] = []
    private(set) var faults: [String] = []

    /// By the name of a node in a group: the title of the group's card.
    var groups: [String: String] {
        var groups: [String: String] = [:]
        for card in cards.values where card.kind == "group" {
            for row in card.rows where row.tooltip.isEmpty { groups[row.visible] = card.title }
        }
        return groups
    }

    /// The nodes that the picture calls bad ends.
    var badEnds: Set<String> { Set(cards.values.filter(\.endsBadly).map(\.title)) }

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
}
