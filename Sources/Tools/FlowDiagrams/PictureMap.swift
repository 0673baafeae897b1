package import FlowCompiler
package import FlowIR

/// Where the picture of a flow shows its nodes and transitions: the identifiers of elements of the SVG document.
package struct PictureMap: Sendable {
    /// A card that shows a node.
    package struct Card: Sendable {
        /// The identifier of the card's element.
        package var id: String
        /// The node; nil for the start.
        package var node: NodeID?
        /// Whether the card stands for a group of nodes, in an overview.
        package var isGroup: Bool
        /// What the node does, such as `asks` or `ends-well`.
        package var kind: String
    }

    /// A row of a card with the edge that begins there, a card's list of shared transitions, or a line of the heading.
    package struct Row: Sendable {
        /// The identifier of the row's element.
        package var id: String
        /// The identifier of the edge's element; nil if the row names its target in words.
        package var edge: String?
        /// The transitions that the row shows.
        package var steps: [Step]
    }

    /// A transition between two nodes.
    package struct Step: Sendable, Hashable {
        /// The node that the transition leaves; nil for the start.
        package var from: NodeID?
        /// The node that the transition enters; nil if that is no certain node.
        package var to: NodeID?
        /// The number of the transition in the source; nil if the compiler added it.
        package var mark: Int?
    }

    /// The cards of all figures.
    package private(set) var cards: [Card] = []
    /// The rows of all figures.
    package private(set) var rows: [Row] = []

    /// Creates the map of the picture that these options produce. It is empty if the compilation has no flow.
    package init(_ compilation: Compilation, options: DiagramOptions) {
        guard let flow = compilation.flow else { return }
        let diagram = DiagramBuilder.diagram(flow, SourceReader(compilation), options)
        let figures = Figure.figures(of: diagram, options.detail)
        for (number, figure) in figures.enumerated() {
            addCards(of: figure, Self.figureID(number))
            addRows(of: figure, Self.figureID(number))
            addSharedTransitions(of: figure, Self.figureID(number))
        }
        addHeading(figures)
        if figures.count > 1 { addGroups(of: figures[0].diagram, diagram) }
    }

    /// Adds the cards of a figure that show nodes or the start. `prefix` is the figure's identifier.
    private mutating func addCards(of figure: Figure, _ prefix: String) {
        for index in figure.members {
            let card = figure.diagram.cards[index]
            guard card.node != nil || card.kind == .start else { continue }
            cards.append(
                Card(id: Self.cardID(index, in: prefix), node: card.node, isGroup: false, kind: card.kind.rawValue))
        }
    }

    /// Adds the rows of a figure. `prefix` is the figure's identifier.
    private mutating func addRows(of figure: Figure, _ prefix: String) {
        for card in figure.members {
            for (number, row) in figure.diagram.cards[card].rows.enumerated() {
                let edge = figure.edges.firstIndex { $0.from == card && $0.row == number }
                rows.append(
                    Row(
                        id: Self.cellPrefix + Self.rowID(number, ofCard: card, in: prefix),
                        edge: edge.map { Self.edgeID($0, in: prefix) }, steps: row.transitions.map(Step.init)))
            }
        }
    }

    /// Adds the cells of a figure that list the shared transitions of a card. `prefix` is the figure's identifier.
    private mutating func addSharedTransitions(of figure: Figure, _ prefix: String) {
        for index in figure.members {
            let card = figure.diagram.cards[index]
            if card.shared.isEmpty { continue }
            let transitions = card.shared.flatMap { figure.diagram.shared[$0].row.transitions }
            let own = transitions.filter { $0.from == card.node }
            let id = Self.cellPrefix + Self.sharedTransitionsID(ofCard: index, in: prefix)
            rows.append(Row(id: id, edge: nil, steps: own.map(Step.init)))
        }
    }

    /// Adds the lines of the heading, which describe the shared transitions.
    private mutating func addHeading(_ figures: [Figure]) {
        guard let diagram = figures.last?.diagram else { return }
        for (number, shared) in diagram.shared.enumerated() {
            let id = Self.cellPrefix + Self.headingLineID(number)
            rows.append(Row(id: id, edge: nil, steps: shared.row.transitions.map(Step.init)))
        }
    }

    /// Adds, for each node in a group, the overview's card of the outermost group.
    private mutating func addGroups(of overview: Diagram, _ full: Diagram) {
        for (index, card) in full.cards.enumerated() {
            guard let node = card.node, let area = full.topArea(of: index) else { continue }
            let title = full.areas[area].name
            guard let group = overview.cards.firstIndex(where: { $0.kind == .area && $0.title == title }) else {
                continue
            }
            let id = Self.cardID(group, in: Self.figureID(0))
            cards.append(Card(id: id, node: node, isGroup: true, kind: card.kind.rawValue))
        }
    }

    // MARK: Identifiers

    /// What Graphviz puts before the identifier of a cell.
    private static let cellPrefix = "a_"
    static func figureID(_ number: Int) -> String { "f" + String(number) }
    static func cardID(_ index: Int, in figure: String) -> String { figure + "n" + String(index) }
    static func edgeID(_ index: Int, in figure: String) -> String { figure + "e" + String(index) }
    static func rowID(_ index: Int, ofCard card: Int, in figure: String) -> String {
        Self.cardID(card, in: figure) + "r" + String(index)
    }
    /// Returns the identifier of the cell that lists the shared transitions of a card in a figure.
    static func sharedTransitionsID(ofCard card: Int, in figure: String) -> String {
        Self.cardID(card, in: figure) + "s"
    }
    /// Returns the identifier of the heading's line about the shared transition with an index.
    static func headingLineID(_ index: Int) -> String { "shared" + String(index) }
}

extension PictureMap.Step {
    fileprivate init(_ transition: Transition) {
        var target: NodeID?
        if case .node(let node) = transition.target { target = node }
        self.init(from: transition.from, to: target, mark: transition.mark?.rawValue)
    }
}
