import FlowIR

/// Creates the diagram of a compiled flow.
enum DiagramBuilder {
    /// Returns the diagram of a flow. Without a source reader it has no areas, texts or links.
    static func diagram(_ flow: LoweredFlow, _ source: SourceReader?, _ options: DiagramOptions) -> Diagram {
        let transitions = TransitionCollector.transitions(of: flow)
        var diagram = Diagram(title: flow.name, doc: source?.doc ?? "", names: flow.nodes.map(\.id))
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

    /// Adds the nodes' texts and places to their cards, and the areas around them to the diagram.
    private static func addSourceData(of nodes: [NodeSource], to diagram: inout Diagram) {
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

/// The options of a diagram.
package struct DiagramOptions: Sendable, Hashable {
    /// How much a diagram shows.
    package enum Detail: String, Sendable, CaseIterable {
        /// One card for each group.
        case overview
        /// One card for each node, and one row for all transitions with the same target and guard.
        case steps
        /// One card for each node, and one row for each transition.
        case all
    }

    /// The level of detail, or nil for a default that depends on the flow's size.
    ///
    /// The default is `steps` for a small flow. A large flow gets an `overview` and a diagram for each group.
    package var detail: Detail?
    /// The text before a file's path in links to the source.
    package var linkPrefix: String
    /// Whether a page marks the parts of the picture: rows have identifiers, and edges neither links nor tooltips.
    package var isInteractive: Bool

    /// Creates options. Without arguments, the detail depends on the flow's size, and links begin with the path.
    package init(detail: Detail? = nil, linkPrefix: String = "", isInteractive: Bool = false) {
        self.detail = detail
        self.linkPrefix = linkPrefix
        self.isInteractive = isInteractive
    }
}
