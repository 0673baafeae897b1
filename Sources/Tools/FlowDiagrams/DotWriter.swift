package import FlowCompiler

/// Writes diagrams in DOT, the language of Graphviz (https://graphviz.org/doc/info/lang.html).
///
/// A diagram contains the names and literals of a flow, but never a value of a sign-in. The same flow and options
/// always give the same diagram.
package enum DotWriter {
    /// Returns the diagram of a compiled flow: one graph, or several for a large flow.
    ///
    /// The result is empty if the compilation has no flow.
    package static func graphs(_ compilation: Compilation, options: DiagramOptions = DiagramOptions()) -> [String] {
        guard let flow = compilation.flow else { return [] }
        return graphs(DiagramBuilder.diagram(flow, SourceReader(compilation), options), options)
    }

    /// Returns one graph for each figure of a diagram. The first one contains the legend.
    private static func graphs(_ diagram: Diagram, _ options: DiagramOptions) -> [String] {
        let figures = Figure.figures(of: diagram, options.detail)
        return figures.indices.map { index in
            let legend = index == 0 ? Legend(figures: figures, isInteractive: options.isInteractive).html : ""
            return graph(figures[index], index, heading: legend, options)
        }
    }

    /// Returns the graph of the figure with a number. The heading is above the figure's title.
    private static func graph(
        _ figure: Figure, _ number: Int, heading: String, _ options: DiagramOptions
    ) -> String {
        let prefix = PictureMap.figureID(number)
        let fullTitle = figure.title.utf8.isEmpty ? figure.diagram.title : figure.diagram.title + ": " + figure.title
        let name = Text.quoted(Text.shortened(fullTitle, maxNameLength))
        var text = "digraph " + name + " {\n"
        text += "  graph [id=" + prefix + ", rankdir=LR, newrank=true, nodesep=0.18, ranksep=0.7, pad=0.2, "
        text += "labelloc=t, labeljust=l, fontname=\"" + font + "\", fontsize=10, bgcolor=\"" + Palette.paper + "\", "
        text += "tooltip=" + name + ", label=<" + label(of: figure, heading: heading) + ">];\n"
        text += "  node [shape=plain, fontname=\"" + font + "\", fontsize=10, tooltip=\" \"];\n"
        text += "  edge [arrowsize=0.7, color=\"" + Palette.line + "\"];\n"
        return text + FigureWriter(figure: figure, prefix: prefix, options: options).body + "}\n"
    }

    /// Returns the label of a graph: the heading, and the figure's title if it has one.
    private static func label(of figure: Figure, heading: String) -> String {
        var label = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">" + heading
        if !figure.title.utf8.isEmpty {
            if !heading.utf8.isEmpty { label += Markup.tableRow(Markup.font(" ", Palette.text, Markup.Size.caption)) }
            let title = "<B>" + Text.markup(Text.shortened(figure.title, maxTitleLength)) + "</B>"
            label += Markup.tableRow(Markup.font(title, Palette.text, Markup.Size.figureTitle))
        }
        return label + "</TABLE>"
    }

    /// The maximum length of a figure's title in characters.
    private static let maxTitleLength = 80
    /// The maximum length of a graph's name in characters.
    private static let maxNameLength = 120

    /// The fonts of a graph. They are wide, so that text fits into its card in any other font too.
    private static let font = "Verdana,DejaVu Sans,sans-serif"
}
