/// What an overview in Mermaid says. Its labels join events and guards, so they are compared piece by piece.
struct MermaidOverview {
    /// By the name of a node in a group: the title of the group's box.
    private(set) var groups: [String: String] = [:]
    /// The nodes that the chart calls bad ends.
    private(set) var badEnds: Set<String> = []
    /// The title of the box with the shared replies; nil if there is none.
    private let replies: String?
    private let leads: [(from: String, label: String, to: String)]

    init(_ reader: MermaidReader) {
        leads = reader.leads()
        replies = reader.boxes.values.first { $0.kind == "replies" }?.title
        for box in reader.boxes.values where box.kind == "area" {
            for line in box.lines { groups[line] = box.title }
        }
        badEnds = Set(reader.boxes.values.filter { $0.kind == "ends-badly" }.map(\.title))
    }

    /// Whether a label between two boxes, or from the shared replies, has the event and the guard of a transition.
    func says(_ fact: Fact) -> Bool {
        let (from, to) = (card(of: fact.from), card(of: fact.to))
        let isReply = leads.contains { $0.from == from && $0.to == replies }
        return leads.contains { lead in
            lead.to == to && (lead.from == from || isReply && lead.from == replies)
                && Self.pieces(of: lead.label).contains { Self.matches($0, fact, in: lead.label) }
        }
    }

    /// Returns the pieces of labels that stand for none of the transitions.
    func unexplained(by facts: Set<Fact>) -> [String] {
        leads.flatMap { lead in
            if lead.to == replies {
                return facts.contains { card(of: $0.from) == lead.from && saysReply($0) } ? [] : ["\(lead)"]
            }
            let candidates = facts.filter { fact in
                card(of: fact.to) == lead.to && (lead.from == replies || card(of: fact.from) == lead.from)
            }
            return Self.pieces(of: lead.label).filter { piece in
                !candidates.contains { Self.matches(piece, $0, in: lead.label) }
            }
        }
    }

    private func card(of node: String) -> String { groups[node, default: node] }

    /// Whether the box with the shared replies has the event and the guard of a transition.
    private func saysReply(_ fact: Fact) -> Bool {
        leads.contains { lead in
            lead.from == replies && Self.pieces(of: lead.label).contains { Self.matches($0, fact, in: lead.label) }
        }
    }

    private static func pieces(of label: String) -> [String] {
        label.isEmpty || label == "then" ? [""] : label.split(separator: ", ").map(String.init)
    }

    /// Whether a piece of a label is a transition's: its whole label, or its event if the guard follows elsewhere.
    private static func matches(_ piece: String, _ fact: Fact, in label: String) -> Bool {
        if piece == fact.label { return true }
        guard !fact.guardText.isEmpty, piece == fact.event else { return false }
        return label.hasSuffix(fact.guardText == "otherwise" ? " otherwise" : " if " + fact.guardText)
    }
}
