/// A part of a diagram that is drawn as one graph: some cards, and the edges between them.
struct Figure {
    var diagram: Diagram
    /// The name of the part of the flow; empty for the whole flow.
    var title: String
    /// The indices of the figure's cards, in order.
    var members: [Int]
    var edges: [Edge] = []
    /// The column of each card, by the card's index: its distance from a card that no row leads to.
    var ranks: [Int: Int] = [:]

    /// An edge from a row of a card to a card.
    struct Edge {
        var from: Int
        /// The index of the row where the edge begins.
        var row: Int
        var to: Int
        /// Whether the edge is on the happy path.
        var isMain = false
    }

    /// Returns the edge that begins at a row, or nil if the row names its target in words.
    func edge(from card: Int, row: Int) -> Edge? { edgeIndex[EdgeKey(card: card, row: row)].map { edges[$0] } }

    /// The row where an edge begins.
    private struct EdgeKey: Hashable {
        var card: Int
        var row: Int
    }

    /// By row: the index of the edge that begins there.
    private var edgeIndex: [EdgeKey: Int] = [:]

    /// Creates a figure of some cards of a diagram, and routes the edges between them.
    init(_ diagram: Diagram, title: String = "", members: [Int]) {
        self.diagram = diagram
        self.title = title
        self.members = members
        (ranks, edges) = Router.route(diagram, members)
        for (index, edge) in edges.enumerated() { edgeIndex[EdgeKey(card: edge.from, row: edge.row)] = index }
    }
}

extension Figure {
    /// The maximum number of nodes, not counting ends, that one figure shows.
    ///
    /// A larger flow with several outermost areas gets an overview, a figure for the nodes outside of areas, and a
    /// figure for each outermost area.
    private static let maxNodes = 15

    /// Returns the figures of a diagram. A nil detail divides a large flow into several figures.
    static func figures(of diagram: Diagram, _ detail: DiagramOptions.Detail?) -> [Figure] {
        let all = Array(diagram.cards.indices)
        switch detail {
        case .overview: return [overview(of: diagram, figureOfArea: [:])]
        case .steps, .all: return [Figure(diagram, members: all)]
        case nil: break
        }
        let tops = all.map { diagram.topArea(of: $0) }
        let areas = diagram.areas.indices.filter { diagram.areas[$0].parent == nil }
        let nodes = diagram.cards.filter { $0.node != nil && $0.kind != .endsWell && $0.kind != .endsBadly }
        guard nodes.count > maxNodes, areas.count > 1 else { return [Figure(diagram, members: all)] }
        // Before the areas' figures come the overview and the figure of the nodes outside of groups.
        let figureOfArea = Dictionary(uniqueKeysWithValues: areas.enumerated().map { ($1, $0 + 2) })
        var figures = [overview(of: diagram, figureOfArea: figureOfArea)]
        figures.append(Figure(diagram, title: "outside of groups", members: all.filter { tops[$0] == nil }))
        for area in areas {
            figures.append(Figure(diagram, title: diagram.areas[area].name, members: all.filter { tops[$0] == area }))
        }
        return figures
    }

    /// Returns the overview of a diagram as a figure.
    private static func overview(of diagram: Diagram, figureOfArea: [Int: Int]) -> Figure {
        let overview = Overview(diagram, figureOfArea: figureOfArea).diagram
        return Figure(overview, title: "overview", members: Array(overview.cards.indices))
    }
}
