/// Decides which rows of a figure are drawn as edges, and which name their target in words.
///
/// Except on the happy path and to bad ends, an edge leads to a card that is farther from the start. All other rows
/// name their target, such as those that lead back or to a busy end: edges for them would cross many others.
struct Router {
    private let diagram: Diagram
    private let members: [Int]
    private let memberSet: Set<Int>
    private var ranks: [Int: Int] = [:]
    private var edges: [Figure.Edge] = []

    /// The maximum number of rows that lead to a bad end by edges. With more rows, all of them name it in words.
    private static let maxEndSources = 2

    /// Returns the ranks of the members, by card, and the edges between them.
    static func route(_ diagram: Diagram, _ members: [Int]) -> (ranks: [Int: Int], edges: [Figure.Edge]) {
        var router = Router(diagram: diagram, members: members)
        router.rank()
        router.chooseEdges()
        router.markMain()
        return (router.ranks, router.edges)
    }

    private init(diagram: Diagram, members: [Int]) {
        self.diagram = diagram
        self.members = members
        memberSet = Set(members)
    }

    /// Sets the rank of each member: its distance from a member that no row leads to, such as the start.
    ///
    /// Errors, timeouts and commands count only for members that the expected course does not reach.
    private mutating func rank() {
        let successorSet = Set(members.flatMap { successors(of: $0, course: true) + successors(of: $0, course: false) })
        // Cards that no row leads to come first. The others are roots only if they are in a separate cycle.
        for root in members.filter({ !successorSet.contains($0) }) + members where ranks[root] == nil {
            ranks[root] = 0
            rankSuccessors(of: [root], courses: [true])
            let ranked = members.filter { ranks[$0] != nil }
            rankSuccessors(
                of: ranked.sorted { ranks[$0, default: 0] < ranks[$1, default: 0] }, courses: [false, true])
        }
    }

    /// Ranks the cards that some ranked cards lead to, directly or through others, breadth first.
    ///
    /// Cards that already have a rank keep it. `courses` selects the rows: true for the expected course, false for
    /// errors, timeouts and commands.
    private mutating func rankSuccessors(of cards: [Int], courses: [Bool]) {
        var queue = cards
        var next = 0
        while next < queue.count {
            let card = queue[next]
            next += 1
            for target in courses.flatMap({ successors(of: card, course: $0) }) where ranks[target] == nil {
                ranks[target] = ranks[card, default: 0] + 1
                queue.append(target)
            }
        }
    }

    /// Returns the members that some rows of a card lead to. `course` selects the rows, as in
    /// ``rankSuccessors(of:courses:)``.
    private func successors(of card: Int, course: Bool) -> [Int] {
        diagram.cards[card].rows.compactMap { row in
            guard row.isCourse == course, case .card(let target) = row.target, memberSet.contains(target) else {
                return nil
            }
            return target
        }
    }

    // MARK: Edges

    /// Adds an edge for each row that is drawn as one.
    private mutating func chooseEdges() {
        let sources = rowCounts()
        for card in members {
            for (index, row) in diagram.cards[card].rows.enumerated() {
                guard case .card(let target) = row.target, row.limit == nil, memberSet.contains(target),
                    isEdge(row, from: card, to: target, sources)
                else { continue }
                edges.append(Figure.Edge(from: card, row: index, to: target))
            }
        }
    }

    /// Returns whether a row is drawn as an edge. `sources` counts the rows that lead to each card.
    private func isEdge(_ row: Row, from card: Int, to target: Int, _ sources: [Int: Int]) -> Bool {
        let from = diagram.cards[card]
        let to = diagram.cards[target]
        if to.kind == .endsBadly { return sources[target, default: 0] <= Self.maxEndSources }
        // A challenge's own row leads back to the shared replies. Only the edge from the replies is drawn.
        if to.kind == .replies, to.rows.contains(where: { $0.target == .card(card) }) { return false }
        // For an error, a timeout or a command, only an edge to the next column is drawn, except from a group.
        if !row.isCourse, from.kind != .area, ranks[target, default: 0] != ranks[card, default: 0] + 1 { return false }
        return ranks[target, default: 0] > ranks[card, default: 0]
    }

    /// Returns the number of rows that lead to each card. A shared row counts once for each card that has it.
    private func rowCounts() -> [Int: Int] {
        var sources: [Int: Int] = [:]
        for card in diagram.cards {
            for row in card.rows + card.shared.map({ diagram.shared[$0].row }) {
                if case .card(let target) = row.target { sources[target, default: 0] += 1 }
                if case .card(let target) = row.limit?.then { sources[target, default: 0] += 1 }
            }
        }
        return sources
    }

    // MARK: Happy path

    /// Marks the edges of the happy path.
    ///
    /// The path leads from the start through the cards that the author names or, without such names, to the nearest
    /// good end.
    private mutating func markMain() {
        guard var card = members.first, diagram.cards[card].kind == .start else { return }
        let waypoints = diagram.happyPath.filter(memberSet.contains)
        guard !waypoints.isEmpty else {
            let path = shortestPath(from: card, along: edges) { diagram.cards[$0].kind == .endsWell }
            return mark(path ?? [])
        }
        for waypoint in waypoints {
            // The path may also take a row that is no edge yet, such as one that leads back.
            let leg =
                shortestPath(from: card, along: edges) { $0 == waypoint }
                ?? shortestPath(from: card, along: possibleEdges) { $0 == waypoint }
            guard let leg else { return }
            mark(leg)
            card = waypoint
        }
    }

    /// Marks edges as part of the happy path, and adds those that the figure lacks.
    private mutating func mark(_ path: [Figure.Edge]) {
        for step in path {
            if let index = edges.firstIndex(where: { $0.from == step.from && $0.row == step.row }) {
                edges[index].isMain = true
            } else {
                edges.append(Figure.Edge(from: step.from, row: step.row, to: step.to, isMain: true))
            }
        }
    }

    /// One edge for each row that leads to another member and counts no attempts.
    private var possibleEdges: [Figure.Edge] {
        members.flatMap { card in
            diagram.cards[card].rows.enumerated().compactMap { index, row in
                guard case .card(let target) = row.target, row.limit == nil, memberSet.contains(target) else {
                    return nil
                }
                return Figure.Edge(from: card, row: index, to: target)
            }
        }
    }

    /// Returns the edges of a shortest path from a card to the nearest goal, or nil if no path leads to one.
    private func shortestPath(
        from start: Int, along edges: [Figure.Edge], to isGoal: (Int) -> Bool
    ) -> [Figure.Edge]? {
        let edgesBySource = Dictionary(grouping: edges, by: \.from)
        // The edge by which a card was first reached, by card.
        var incoming: [Int: Figure.Edge] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count, !isGoal(queue[next]) {
            for edge in edgesBySource[queue[next], default: []] where edge.to != start && incoming[edge.to] == nil {
                incoming[edge.to] = edge
                queue.append(edge.to)
            }
            next += 1
        }
        guard next < queue.count else { return nil }
        var path: [Figure.Edge] = []
        var card = queue[next]
        while let edge = incoming[card] {
            path.append(edge)
            card = edge.from
        }
        return path.reversed()
    }
}
