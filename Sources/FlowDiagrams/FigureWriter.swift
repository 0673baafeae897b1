/// Writes the nodes, areas and edges of a figure.
struct FigureWriter {
    let figure: Figure
    /// What the identifiers of nodes, areas and edges begin with.
    let prefix: String
    let options: DiagramOptions

    /// The statements of the figure.
    var body: String {
        let markup = CardMarkup(figure: figure, linkPrefix: options.linkPrefix)
        var text = ""
        for card in figure.members {
            text += "  " + name(card) + " [id=\"" + name(card) + "\", label=<" + markup.html(card) + ">];\n"
        }
        text += clusters(of: nil, indent: "  ")
        for (index, edge) in figure.edges.enumerated() { text += line(edge, index) }
        return text + loose
    }

    private func name(_ card: Int) -> String { prefix + "n" + String(card) }

    private func clusters(of parent: Int?, indent: String) -> String {
        var text = ""
        for (index, area) in figure.diagram.areas.enumerated() where area.parent == parent {
            // The figure of an area has its frame.
            if parent == nil, area.name == figure.title {
                text += clusters(of: index, indent: indent)
                continue
            }
            let members = figure.members.filter { figure.diagram.cards[$0].area == index }
            let inner = clusters(of: index, indent: indent + "  ")
            if members.isEmpty, inner.utf8.isEmpty { continue }
            text +=
                indent + "subgraph cluster_" + String(index) + " {\n" + indent + "  id=" + prefix + "a" + String(index)
                + "; label=<"
            text += Markup.font("<B>" + Text.markup(Text.shortened(area.name, 60)) + "</B>", Palette.quiet, 10)
            text += ">; labeljust=l; style=\"rounded,dashed\"; color=\"" + Palette.frame + "\"; margin=10; tooltip="
            text += Text.quoted(area.name) + ";\n"
            if !members.isEmpty { text += indent + "  " + members.map(name).joined(separator: "; ") + ";\n" }
            text += inner + indent + "}\n"
        }
        return text
    }

    private func line(_ edge: Figure.Edge, _ index: Int) -> String {
        let row = figure.diagram.cards[edge.from].rows[edge.row]
        var attributes = [
            "id=" + prefix + "e" + String(index), "tooltip=" + Text.quoted(Tooltip.text(row, in: figure.diagram)),
        ]
        if let place = row.place { attributes.append("URL=" + Text.quoted(place.link(options.linkPrefix))) }
        if edge.isMain { attributes.append("penwidth=2.2, color=\"" + Palette.main + "\", weight=4") }
        return "  " + name(edge.from) + ":r" + String(edge.row) + ":e -> " + name(edge.to) + ":in:w ["
            + attributes.joined(separator: ", ") + "];\n"
    }

    /// Places the ends that no edge leads to beside the last card.
    private var loose: String {
        let reached = Set(figure.edges.map(\.to))
        let placed = figure.members.filter { reached.contains($0) }
        guard let last = placed.max(by: { figure.ranks[$0, default: 0] < figure.ranks[$1, default: 0] }) else {
            return ""
        }
        let ends = figure.members.filter { !reached.contains($0) && figure.diagram.cards[$0].kind == .endsBadly }
        return ends.map { "  { rank=same; " + name(last) + "; " + name($0) + "; }\n" }.joined()
    }
}
