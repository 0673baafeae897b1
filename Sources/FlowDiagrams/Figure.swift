/// A figure of a diagram: some of its cards, and the edges between them.
struct Figure {
    var diagram: Diagram
    /// The name of the part that it shows; empty if it shows the whole flow.
    var title: String
    /// The cards, in order.
    var members: [Int]
    var edges: [Edge] = []
    /// By card: its distance from the first one.
    var ranks: [Int: Int] = [:]

    /// An edge from a row of a card to a card.
    struct Edge {
        var from: Int
        /// The index of the row that it begins at.
        var row: Int
        var to: Int
        /// Whether it is on a shortest path to a good end.
        var isMain = false
    }

    /// The edge that begins at a row, or nil if the row says in words where it leads.
    func edge(from card: Int, row: Int) -> Edge? { edgeIndex[EdgeKey(card: card, row: row)].map { edges[$0] } }

    private struct EdgeKey: Hashable {
        var card: Int
        var row: Int
    }

    private var edgeIndex: [EdgeKey: Int] = [:]

    /// Routes the edges between some cards of a diagram.
    init(_ diagram: Diagram, title: String = "", members: [Int]) {
        self.diagram = diagram
        self.title = title
        self.members = members
        (ranks, edges) = Router.route(diagram, members)
        for (index, edge) in edges.enumerated() { edgeIndex[EdgeKey(card: edge.from, row: edge.row)] = index }
    }
}

extension Figure {
    /// The number of nodes, ends apart, above which a flow has an overview and a figure for each area.
    private static let maxNodes = 15

    /// Returns the figures of a diagram.
    static func figures(of diagram: Diagram, _ detail: DiagramOptions.Detail?) -> [Figure] {
        let all = Array(diagram.cards.indices)
        switch detail {
        case .overview: return [overview(of: diagram, figures: [:])]
        case .steps, .all: return [Figure(diagram, members: all)]
        case nil: break
        }
        let tops = all.map { diagram.topArea(of: $0) }
        let areas = diagram.areas.indices.filter { diagram.areas[$0].parent == nil }
        let nodes = diagram.cards.filter { $0.node != nil && $0.kind != .endsWell && $0.kind != .endsBadly }
        guard nodes.count > maxNodes, areas.count > 1 else { return [Figure(diagram, members: all)] }
        let numbers = Dictionary(uniqueKeysWithValues: areas.enumerated().map { ($1, $0 + 2) })
        var figures = [overview(of: diagram, figures: numbers)]
        figures.append(Figure(diagram, title: "outside of groups", members: all.filter { tops[$0] == nil }))
        for area in areas {
            figures.append(Figure(diagram, title: diagram.areas[area].name, members: all.filter { tops[$0] == area }))
        }
        return figures
    }

    /// Returns the figure with one card for each outermost area, and without errors.
    private static func overview(of diagram: Diagram, figures: [Int: Int]) -> Figure {
        let overview = Overview(diagram, figures: figures).diagram
        return Figure(overview, title: "overview", members: Array(overview.cards.indices))
    }
}
