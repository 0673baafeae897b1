package import FlowCompiler

/// Writes diagrams in Graphviz's language (https://graphviz.org/doc/info/lang.html).
///
/// A diagram contains names and the literals of a flow, but never a value of a sign-in. It is deterministic for a flow.
package enum DotWriter {
    /// Writes the diagram of a compiled flow: one graph, or several for a large flow.
    /// - Returns: the graphs in order; none if the compilation has no flow.
    package static func graphs(_ compilation: Compilation, options: DiagramOptions = DiagramOptions()) -> [String] {
        guard let flow = compilation.flow else { return [] }
        return graphs(DiagramBuilder.diagram(flow, SourceReader(compilation), options), options)
    }

    static func graphs(_ diagram: Diagram, _ options: DiagramOptions) -> [String] {
        let figures = Figure.figures(of: diagram, options.detail)
        return figures.indices.map { index in
            let legend = index == 0 ? Legend(figures: figures).html : ""
            return graph(figures[index], index, heading: legend, options)
        }
    }

    private static func graph(
        _ figure: Figure, _ number: Int, heading: String, _ options: DiagramOptions
    ) -> String {
        let prefix = "f" + String(number)
        var label = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">" + heading
        if !figure.title.utf8.isEmpty {
            if !heading.utf8.isEmpty { label += Markup.cell(Markup.font(" ", Palette.text, 10)) }
            label += Markup.cell(
                Markup.font("<B>" + Text.markup(Text.shortened(figure.title, 80)) + "</B>", Palette.text, 13))
        }
        label += "</TABLE>"
        let whole = figure.title.utf8.isEmpty ? figure.diagram.title : figure.diagram.title + ": " + figure.title
        let name = Text.shortened(whole, 120)
        var text = "digraph " + Text.quoted(name) + " {\n"
        text += "  graph [id=" + prefix + ", rankdir=LR, newrank=true, nodesep=0.18, ranksep=0.7, pad=0.2, "
        text += "labelloc=t, labeljust=l, fontname=\"" + font + "\", fontsize=10, bgcolor=\"" + Palette.paper + "\", "
        text += "tooltip=" + Text.quoted(name) + ", label=<" + label + ">];\n"
        text += "  node [shape=plain, fontname=\"" + font + "\", fontsize=10, tooltip=\" \"];\n"
        text += "  edge [arrowsize=0.7, color=\"" + Palette.line + "\"];\n"
        return text + FigureWriter(figure: figure, prefix: prefix, options: options).body + "}\n"
    }

    // Wide fonts, so that a text fits into its card whatever font displays it.
    private static let font = "Verdana,DejaVu Sans,sans-serif"
}
