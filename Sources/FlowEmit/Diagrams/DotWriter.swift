package import FlowModel

/// Writes diagrams in Graphviz's language (https://graphviz.org/doc/info/lang.html).
///
/// A diagram fits a portrait A4 page. It contains names, but never a value. It is deterministic for a flow.
package enum DotWriter {
    /// Writes the diagram of a flow.
    package static func dot(_ flow: CheckedFlow, options: DiagramOptions = DiagramOptions()) -> String {
        let diagram = DiagramBuilder.diagram(flow, options)
        let tables = DiagramTables(diagram)
        let page = PageLayout(isTall: diagram.depth > PageLayout.rows)
        var text = "digraph " + DotText.quoted([diagram.title]) + " {\n"
        text += "  graph [rankdir=TB, size=\"7.5,11\", nodesep=0.06, ranksep=0.22, margin=0];\n"
        text += "  node [" + font + ", height=0.2, width=0.3, margin=\"0.06,0.03\"];\n"
        text += "  edge [" + font + ", arrowsize=0.6];\n"
        for (index, box) in diagram.boxes.enumerated() where tables.isAlone(index) {
            let label = DotText.quoted(DotText.wrapped(box.allLines, page.boxWidth))
            text += "  " + box.key + " [" + attributes(box.shape) + ", label=" + label + "];\n"
        }
        for table in tables.tables {
            text += "  " + table.key + " [shape=plain, label=<" + html(table, diagram) + ">];\n"
        }
        for arrow in diagram.arrows where tables.isDrawn(arrow) {
            var attributes = tables.isSilent(arrow) ? [] : labels(arrow, page)
            if arrow.isDashed { attributes.append("style=dashed, color=gray40") }
            if tables.isReturn(arrow) { attributes.append("constraint=false") }
            text += line(tables.tail(arrow), tables.head(arrow), attributes)
        }
        text += looseTables(diagram).map { line($0.start, $0.table, ["style=invis", "minlen=2"]) }.joined()
        return text + "}\n"
    }

    // Most systems without Helvetica have Arial, which has the same width.
    private static var font: String { "fontname=\"Helvetica,Arial,sans-serif\", fontsize=10" }

    /// Tables without incoming arrows, which fit beside the first requests.
    private static func looseTables(_ diagram: Diagram) -> [(start: String, table: String)] {
        guard let start = diagram.boxes.first(where: { $0.shape == .start }) else { return [] }
        return diagram.hubs.filter { hub in !diagram.arrows.contains { $0.to == hub } }
            .map { (start.key, diagram.boxes[$0].key) }
    }

    private static func line(_ from: String, _ to: String, _ attributes: [String]) -> String {
        let arrow = "  " + from + " -> " + to
        return attributes.isEmpty ? arrow + ";\n" : arrow + " [" + attributes.joined(separator: ", ") + "];\n"
    }

    private static func labels(_ arrow: Diagram.Arrow, _ page: PageLayout) -> [String] {
        let lines = arrow.lines
        // Without a label, the only arrow means the same.
        if lines.isEmpty || lines == [DiagramEdge.otherwise] { return [] }
        let label = "label=" + DotText.quoted(DotText.wrapped(lines, page.arrowWidth))
        if lines == arrow.labels { return [label] }
        let full = DotText.quoted(arrow.labels)
        return [label, "tooltip=" + full, "labeltooltip=" + full]
    }

    private static func attributes(_ shape: Diagram.Shape) -> String {
        switch shape {
        case .start: "shape=oval, style=filled, fillcolor=gray90"
        case .box, .hub: "shape=box, style=rounded"
        case .oval: "shape=box, style=\"rounded,filled\", fillcolor=gray93"
        case .diamond: "shape=hexagon, margin=0"
        case .end: "shape=box, peripheries=2"
        }
    }
}
