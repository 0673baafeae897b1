package import FlowCompiler

/// Writes diagrams as Mermaid flowcharts (https://mermaid.js.org/syntax/flowchart.html).
///
/// Web sites such as GitHub display them in Markdown pages. A diagram contains the names and literals of a flow, but
/// never a value of a sign-in. The same flow and options always give the same diagram.
package enum MermaidWriter {
    /// Returns the diagram of a compiled flow as one chart, or an empty text if the compilation has no flow.
    package static func mermaid(_ compilation: Compilation, options: DiagramOptions = DiagramOptions()) -> String {
        guard let flow = compilation.flow else { return "" }
        return mermaid(DiagramBuilder.diagram(flow, SourceReader(compilation), options), options)
    }

    /// Returns the first figure of a diagram as a chart. By default the only figure shows all nodes.
    private static func mermaid(_ diagram: Diagram, _ options: DiagramOptions) -> String {
        let figures = Figure.figures(of: diagram, options.detail ?? .steps)
        guard let figure = figures.first else { return "" }
        var text = "---\ntitle: " + quoted([figure.diagram.title]) + "\n---\nflowchart LR\n"
        for card in figure.members where figure.diagram.cards[card].area == nil { text += box(card, figure, "  ") }
        return text + subgraphs(of: nil, figure, "  ") + edges(of: figure) + sharedBox(of: figure) + classes(of: figure)
    }

    /// Returns the statements of a figure's edges, labeled with their events.
    private static func edges(of figure: Figure) -> String {
        var text = ""
        for edge in figure.edges {
            let row = figure.diagram.cards[edge.from].rows[edge.row]
            // Errors, timeouts and commands are dotted, and the happy path is thick.
            var arrow = row.isCourse ? " -->" : " -.->"
            if edge.isMain { arrow = " ==>" }
            let label = row.label.utf8.isEmpty ? "" : "|" + quoted([row.label]) + "|"
            text += "  n" + String(edge.from) + arrow + label + " n" + String(edge.to) + "\n"
        }
        return text
    }

    /// Returns the statement of the box with the numbered shared transitions; empty if there are none.
    private static func sharedBox(of figure: Figure) -> String {
        if figure.diagram.shared.isEmpty { return "" }
        let lines = figure.diagram.shared.map {
            $0.mark + "  " + RowText.text($0.row, in: figure.diagram, namesAllEvents: true)
        }
        return "  shared[" + quoted(lines) + "]\n"
    }

    /// Returns the statements that define the colors of the kinds of cards that occur.
    private static func classes(of figure: Figure) -> String {
        var text = ""
        for kind in Card.Kind.allCases where figure.members.contains(where: { figure.diagram.cards[$0].kind == kind }) {
            let colors = Palette.colors(of: kind)
            text += "  classDef " + kind.rawValue + " fill:" + colors.light + ",stroke:" + colors.strong
            text += ",color:" + Palette.text + "\n"
        }
        return text
    }

    /// Returns the subgraphs of an area's inner areas, with their cards. A nil parent means the outermost areas.
    private static func subgraphs(of parent: Int?, _ figure: Figure, _ indent: String) -> String {
        var text = ""
        for (index, area) in figure.diagram.areas.enumerated() where area.parent == parent {
            text += indent + "subgraph a" + String(index) + "[" + quoted([area.name]) + "]\n"
            for card in figure.members where figure.diagram.cards[card].area == index {
                text += box(card, figure, indent + "  ")
            }
            text += subgraphs(of: index, figure, indent + "  ") + indent + "end\n"
        }
        return text
    }

    /// Returns the statement of a card: its title, entries, and the rows that are not edges.
    private static func box(_ index: Int, _ figure: Figure, _ indent: String) -> String {
        let card = figure.diagram.cards[index]
        var lines = [card.title]
        for entry in card.entries { lines.append(EntryText.text(entry)) }
        for (number, row) in card.rows.enumerated() where figure.edge(from: index, row: number) == nil {
            lines.append(RowText.text(row, in: figure.diagram, namesAllEvents: true))
        }
        if !card.shared.isEmpty { lines.append(card.alsoText(in: figure.diagram)) }
        let (opening, closing) = brackets(card.kind)
        return indent + "n" + String(index) + opening + quoted(lines) + closing + ":::" + card.kind.rawValue + "\n"
    }

    /// Returns the brackets around a label, which select the shape of a box.
    private static func brackets(_ kind: Card.Kind) -> (String, String) {
        switch kind {
        case .start: ("([", "])")
        case .asks: ("(", ")")
        case .calls: ("[/", "/]")
        case .decides: ("{{", "}}")
        case .works, .area: ("[", "]")
        case .replies: ("[[", "]]")
        case .endsWell, .endsBadly: ("([", "])")
        }
    }

    /// Returns lines as one quoted label.
    ///
    /// ASCII characters become numeric entities, except for letters, digits and safe punctuation.
    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            var result = ""
            for scalar in line.unicodeScalars.map(Text.printableScalar) {
                if scalar.value < 0x80, !isSafe(scalar) {
                    result += "#" + String(scalar.value) + ";"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
        return "\"" + escaped.joined(separator: "<br/>") + "\""
    }

    /// Returns whether a character has no special meaning in a quoted label.
    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ",", "/", "=", "+", ":", "?", "!": true
        default: false
        }
    }
}
