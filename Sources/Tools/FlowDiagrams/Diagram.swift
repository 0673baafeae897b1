import FlowIR

/// A drawing of a flow, independent of layout and format: cards with rows, in areas.
struct Diagram {
    var title: String
    /// The flow's `doc` as one line.
    var doc: String
    /// The identifiers of the flow's nodes.
    var names: Table<Node, String> = []
    /// The groups and sub-flows, each after its parent.
    var areas: [Area] = []
    var cards: [Card] = []
    /// The cards that the author names on the happy path, in order; empty without such names.
    var happyPath: [Int] = []
    /// The transitions that several cards share, in the order of their numbers.
    var shared: [Shared] = []

    /// A group of nodes, or a sub-flow.
    struct Area {
        var path: [String]
        /// The index of the area that contains this one; nil if there is none.
        var parent: Int?

        var name: String { path.last ?? "" }
    }

    /// A row that many cards share, shown once.
    struct Shared {
        var row: Row
        /// The number by which cards refer to the row.
        var mark: String
    }

    /// Returns the outermost area that contains a card, or nil if no area does.
    func topArea(of card: Int) -> Int? {
        var area = cards[card].area
        while let inner = area, let outer = areas[inner].parent { area = outer }
        return area
    }
}

/// A box of a diagram: the start, a node, a group, or the service's shared replies.
struct Card {
    /// What a card stands for, which determines its color.
    enum Kind: String, CaseIterable {
        case start, asks, calls, decides, works, replies, area
        case endsWell = "ends-well"
        case endsBadly = "ends-badly"
    }

    /// The index of the node; nil for the start, a group and the service's replies.
    var node: NodeID?
    var kind: Kind
    var title: String
    /// The index of the innermost area that contains the card; nil if there is none.
    var area: Int?
    /// What the card's node shows, asks, sends and calls.
    var entries: [Entry] = []
    /// The card's own transitions.
    var rows: [Row] = []
    /// The indices of the diagram's shared transitions that the card also has.
    var shared: [Int] = []
    /// The node's `doc` as one line; empty if it has none.
    var doc = ""
    /// Where the node is written; nil if that is unknown.
    var place: NodeSource.Place?
    /// The number of the figure that shows a group's nodes; nil for other cards and if there is no such figure.
    var figure: Int?

    /// Something that a node does, in words.
    struct Entry: Hashable {
        enum Kind: Hashable {
            /// The step that the host shows.
            case step
            case shows
            case asks
            /// The values that the user may omit.
            case optional
            case time
            case work
            case sends
            case notifies
            /// A node of an area.
            case member
        }

        var kind: Kind
        var text: String
        /// The details for a tooltip; empty if there are none.
        var detail = ""
        var isSecret = false
    }
}

/// A line of a card: one or more transitions to the same target.
struct Row {
    /// Where the transitions of a row lead.
    enum Target: Hashable {
        /// Another card, by index.
        case card(Int)
        /// The same card: its step is shown again, or its request is sent again.
        case again
        /// The last step that was shown or, if there was no step, the card with this index.
        case lastStep(otherwise: Int)
        /// No card: the event is refused with this code.
        case refused(String)
    }

    /// The maximum number of attempts, and the target after the last one.
    struct Limit: Hashable {
        var attempts: Int
        var then: Target
    }

    /// The events in words, without their guard.
    var names: [String]
    /// The events' common guard; empty if there is none.
    var guardText = ""
    var target: Target
    /// Whether the events are part of the expected course, such as replies, and not errors, timeouts or commands.
    var isCourse: Bool
    var transitions: [Transition]
    var limit: Limit?
    /// Where the first of the transitions is written; nil if the compiler added it.
    var place: NodeSource.Place?

    /// The events and the guard in words.
    var label: String { Transition.label(names, guardText) }
}

/// Creates the diagram of a compiled flow.
enum DiagramBuilder {
    /// Returns the diagram of a flow. Without a source reader it has no areas, texts or links.
    static func diagram(_ flow: LoweredFlow, _ source: SourceReader?, _ options: DiagramOptions) -> Diagram {
        let transitions = TransitionCollector.transitions(of: flow)
        var diagram = Diagram(title: flow.name, doc: source?.doc ?? "", names: flow.nodes.mapValues(\.id))
        diagram.cards = CardBuilder(flow, transitions).cards()
        if let nodes = source?.nodes(of: flow) { addSourceData(of: nodes, to: &diagram) }
        diagram.happyPath = (source?.happyPath ?? []).compactMap { node in
            diagram.cards.firstIndex { $0.node == node }
        }
        let detail = options.detail ?? .steps
        diagram = RowBuilder.addRows(for: transitions, to: diagram, detail)
        for card in diagram.cards.indices {
            for row in diagram.cards[card].rows.indices {
                let mark = diagram.cards[card].rows[row].transitions.lazy.compactMap(\.mark).first
                diagram.cards[card].rows[row].place = source?.place(of: mark)
            }
        }
        return diagram
    }

    /// Adds the nodes' texts and places to their cards, and the areas that contain the nodes to the diagram.
    private static func addSourceData(of nodes: Table<Node, NodeSource>, to diagram: inout Diagram) {
        var areaByPath: [[String]: Int] = [:]
        for card in diagram.cards.indices {
            guard let node = diagram.cards[card].node, nodes.indices.contains(node) else { continue }
            let source = nodes[node]
            diagram.cards[card].doc = source.doc
            diagram.cards[card].place = source.place
            var parent: Int?
            for length in source.areas.indices {
                let path = Array(source.areas[...length])
                if areaByPath[path] == nil {
                    areaByPath[path] = diagram.areas.count
                    diagram.areas.append(Diagram.Area(path: path, parent: parent))
                }
                parent = areaByPath[path]
            }
            diagram.cards[card].area = parent
        }
    }
}

/// What a diagram shows, and where its links lead.
package struct DiagramOptions: Sendable, Hashable {
    /// How much a diagram shows.
    package enum Detail: String, Sendable, CaseIterable {
        /// One card for each outermost group, and for each node outside of groups.
        case overview
        /// One card for each node, and one row for all transitions with the same target and guard.
        case steps
        /// One card for each node, and one row for each transition.
        case all
    }

    /// The level of detail, or nil for a default that depends on the flow's size.
    ///
    /// The default is `steps` in Mermaid, and for a small flow. In DOT, a large flow with several outermost groups gets
    /// an `overview`, a diagram for each of these groups, and one for the other nodes.
    package var detail: Detail?
    /// The text before a file's path in links to the source.
    package var linkPrefix: String
    /// Whether a page marks the parts of the picture: rows have identifiers, and edges neither links nor tooltips.
    package var isInteractive: Bool
    /// The page with a section for each node, to which links lead; nil for links to the source.
    package var nodePage: String?

    /// Creates options. Without arguments, the detail depends on the flow's size, and links begin with the path.
    package init(
        detail: Detail? = nil, linkPrefix: String = "", isInteractive: Bool = false, nodePage: String? = nil
    ) {
        self.detail = detail
        self.linkPrefix = linkPrefix
        self.isInteractive = isInteractive
        self.nodePage = nodePage
    }
}
