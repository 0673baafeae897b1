/// Decides which ways out of a figure's cards are edges, and which are words.
///
/// An edge leads to a card that is farther from the start. What leads back, or to an end that many cards lead to, is
/// words: their lines would cross everything else.
struct Router {
    private let diagram: Diagram
    private let members: [Int]
    private let isMember: Set<Int>
    private var ranks: [Int: Int] = [:]
    private var edges: [Figure.Edge] = []

    /// The number of rows above which an end that is no good one is named in words.
    private static let maxEndSources = 2

    /// Returns the distance of each card from the first one, and the edges.
    static func route(_ diagram: Diagram, _ members: [Int]) -> (ranks: [Int: Int], edges: [Figure.Edge]) {
        var router = Router(diagram: diagram, members: members, isMember: Set(members))
        router.rank()
        router.chooseEdges()
        router.markMain()
        return (router.ranks, router.edges)
    }

    private init(diagram: Diagram, members: [Int], isMember: Set<Int>) {
        self.diagram = diagram
        self.members = members
        self.isMember = isMember
    }

    /// Ranks by the normal course first, and then by errors.
    private mutating func rank() {
        let hasSource = Set(members.flatMap { successors(of: $0, course: true) + successors(of: $0, course: false) })
        for root in members.filter({ !hasSource.contains($0) }) + members where ranks[root] == nil {
            ranks[root] = 0
            spread(from: [root], [true])
            spread(
                from: members.filter { ranks[$0] != nil }.sorted { ranks[$0, default: 0] < ranks[$1, default: 0] },
                [false, true])
        }
    }

    private mutating func spread(from cards: [Int], _ courses: [Bool]) {
        var open = cards
        var next = 0
        while next < open.count {
            let card = open[next]
            next += 1
            for target in courses.flatMap({ successors(of: card, course: $0) }) where ranks[target] == nil {
                ranks[target] = ranks[card, default: 0] + 1
                open.append(target)
            }
        }
    }

    private func successors(of card: Int, course: Bool) -> [Int] {
        diagram.cards[card].rows.compactMap { row in
            guard row.isCourse == course, case .card(let target) = row.target, isMember.contains(target) else {
                return nil
            }
            return target
        }
    }

    // MARK: Edges

    private mutating func chooseEdges() {
        let sources = endSources()
        for card in members {
            for (index, row) in diagram.cards[card].rows.enumerated() {
                guard case .card(let target) = row.target, row.limit == nil, isMember.contains(target),
                    isEdge(row, from: card, to: target, sources)
                else { continue }
                edges.append(Figure.Edge(from: card, row: index, to: target))
            }
        }
    }

    private func isEdge(_ row: Row, from card: Int, to target: Int, _ sources: [Int: Int]) -> Bool {
        let (from, to) = (diagram.cards[card], diagram.cards[target])
        if to.kind == .endsBadly { return sources[target, default: 0] <= Self.maxEndSources }
        // A challenge's next reply leads back to the replies in words.
        if to.kind == .replies, to.rows.contains(where: { $0.target == .card(card) }) { return false }
        if !row.isCourse, from.kind != .area, ranks[target, default: 0] != ranks[card, default: 0] + 1 { return false }
        return ranks[target, default: 0] > ranks[card, default: 0]
    }

    /// By card: the number of rows that lead there, with shared ones for each card that has them.
    private func endSources() -> [Int: Int] {
        var sources: [Int: Int] = [:]
        for card in diagram.cards {
            for row in card.rows + card.shared.map({ diagram.shared[$0].row }) {
                if case .card(let target) = row.target { sources[target, default: 0] += 1 }
                if case .card(let target) = row.limit?.then { sources[target, default: 0] += 1 }
            }
        }
        return sources
    }

    /// Marks the edges of a shortest path to the nearest good end.
    private mutating func markMain() {
        guard let start = members.first, diagram.cards[start].kind == .start else { return }
        let bySource = Dictionary(grouping: edges.indices, by: { edges[$0].from })
        var from: [Int: Int] = [:]
        var open = [start]
        var next = 0
        var end: Int?
        while next < open.count, end == nil {
            let card = open[next]
            next += 1
            if diagram.cards[card].kind == .endsWell { end = card }
            for index in bySource[card, default: []] where from[edges[index].to] == nil && edges[index].to != start {
                from[edges[index].to] = index
                open.append(edges[index].to)
            }
        }
        while let card = end, let edge = from[card] {
            edges[edge].isMain = true
            end = edges[edge].from
        }
    }
}
