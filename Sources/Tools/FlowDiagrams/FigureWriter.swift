/// Writes the nodes, areas and edges of a figure.
struct FigureWriter {
    let figure: Figure
    /// The prefix of the identifiers of nodes, areas and edges.
    let prefix: String
    let options: DiagramOptions

    private var markup: CardMarkup { CardMarkup(figure: figure, options: options) }

    /// The statements of the figure in DOT, Graphviz's language.
    var body: String {
        var markup = markup
        if options.isInteractive { markup.cellPrefix = prefix }
        var text = ""
        for card in figure.members {
            text += "  " + name(card) + " [id=\"" + name(card) + "\", label=<" + markup.table(forCard: card) + ">];\n"
        }
        text += clusters(of: nil, indent: "  ")
        for (index, edge) in figure.edges.enumerated() { text += statement(of: edge, index) }
        return text + bareEndPlacements
    }

    /// Returns the identifier of a card's node.
    private func name(_ card: Int) -> String { PictureMap.cardID(card, in: prefix) }

    /// Returns the clusters of an area's inner areas, without empty ones. A nil parent means the outermost areas.
    private func clusters(of parent: Int?, indent: String) -> String {
        var text = ""
        for (index, area) in figure.diagram.areas.enumerated() where area.parent == parent {
            // The title of a figure already names its area, so the area needs no frame.
            if parent == nil, area.name == figure.title {
                text += clusters(of: index, indent: indent)
                continue
            }
            text += cluster(of: index, indent: indent)
        }
        return text
    }

    /// Returns the cluster of an area, or an empty text if the figure has no card of it.
    private func cluster(of index: Int, indent: String) -> String {
        let area = figure.diagram.areas[index]
        let members = figure.members.filter { figure.diagram.cards[$0].area == index }
        let inner = clusters(of: index, indent: indent + "  ")
        if members.isEmpty, inner.utf8.isEmpty { return "" }
        let title = "<B>" + Text.markup(Text.shortened(area.name, Self.maxAreaNameLength)) + "</B>"
        var text = indent + "subgraph cluster_" + String(index) + " {\n"
        text += indent + "  id=" + prefix + "a" + String(index) + "; label=<"
        text += Markup.font(title, Palette.quiet, Markup.Size.caption)
        text += ">; labeljust=l; style=\"rounded,dashed\"; color=\"" + Palette.frame + "\"; margin=10; tooltip="
        text += Text.quoted(area.name) + ";\n"
        if !members.isEmpty { text += indent + "  " + members.map(name).joined(separator: "; ") + ";\n" }
        return text + inner + indent + "}\n"
    }

    /// The maximum length of an area's name in characters.
    private static let maxAreaNameLength = 60

    private func statement(of edge: Figure.Edge, _ index: Int) -> String {
        let row = figure.diagram.cards[edge.from].rows[edge.row]
        var attributes = ["id=" + PictureMap.edgeID(index, in: prefix)]
        if !options.isInteractive {
            attributes.append("tooltip=" + Text.quoted(Tooltip.text(row, in: figure.diagram)))
        }
        if let link = markup.link(of: row), !options.isInteractive {
            attributes.append("URL=" + Text.quoted(link))
        }
        if edge.isMain { attributes.append("penwidth=2.2, color=\"" + Palette.main + "\", weight=4") }
        return "  " + name(edge.from) + ":r" + String(edge.row) + ":e -> " + name(edge.to) + ":in:w ["
            + attributes.joined(separator: ", ") + "];\n"
    }

    /// The statements that place bad ends without an edge in the last column to which an edge leads.
    private var bareEndPlacements: String {
        let reached = Set(figure.edges.map(\.to))
        let placed = figure.members.filter { reached.contains($0) }
        guard let last = placed.max(by: { figure.ranks[$0, default: 0] < figure.ranks[$1, default: 0] }) else {
            return ""
        }
        let ends = figure.members.filter { !reached.contains($0) && figure.diagram.cards[$0].kind == .endsBadly }
        return ends.map { "  { rank=same; " + name(last) + "; " + name($0) + "; }\n" }.joined()
    }
}
