package import FlowCompiler

/// Writes diagrams as Mermaid flowcharts (https://mermaid.js.org/syntax/flowchart.html).
///
/// Documentation pages display them without a tool. A diagram contains names and the literals of a flow, but never a
/// value of a sign-in. It is deterministic for a flow.
package enum MermaidWriter {
    /// Writes the diagram of a compiled flow as one chart; empty if the compilation has no flow.
    package static func mermaid(_ compilation: Compilation, options: DiagramOptions = DiagramOptions()) -> String {
        guard let flow = compilation.flow else { return "" }
        return mermaid(DiagramBuilder.diagram(flow, SourceReader(compilation), options), options)
    }

    static func mermaid(_ diagram: Diagram, _ options: DiagramOptions) -> String {
        let figures = Figure.figures(of: diagram, options.detail ?? .steps)
        guard let figure = figures.first else { return "" }
        var text = "---\ntitle: " + quoted([figure.diagram.title]) + "\n---\nflowchart LR\n"
        for card in figure.members where figure.diagram.cards[card].area == nil { text += box(card, figure, "  ") }
        text += subgraphs(of: nil, figure, "  ")
        for edge in figure.edges {
            let row = figure.diagram.cards[edge.from].rows[edge.row]
            let arrow = edge.isMain ? " ==>" : row.isCourse ? " -->" : " -.->"
            let label = row.label.utf8.isEmpty ? "" : "|" + quoted([row.label]) + "|"
            text += "  n" + String(edge.from) + arrow + label + " n" + String(edge.to) + "\n"
        }
        if !figure.diagram.shared.isEmpty {
            let lines = figure.diagram.shared.map { $0.mark + "  " + RowText.text($0.row, in: figure.diagram) }
            text += "  shared[" + quoted(lines) + "]\n"
        }
        for kind in Card.Kind.allCases where figure.members.contains(where: { figure.diagram.cards[$0].kind == kind }) {
            let colors = Palette.colors(of: kind)
            text += "  classDef " + kind.rawValue + " fill:" + colors.light + ",stroke:" + colors.strong
            text += ",color:" + Palette.text + "\n"
        }
        return text
    }

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

    private static func box(_ index: Int, _ figure: Figure, _ indent: String) -> String {
        let card = figure.diagram.cards[index]
        var lines = [card.title]
        for entry in card.entries { lines.append(EntryText.text(entry)) }
        for (number, row) in card.rows.enumerated() where figure.edge(from: index, row: number) == nil {
            lines.append(RowText.text(row, in: figure.diagram))
        }
        if !card.shared.isEmpty { lines.append(card.alsoText(in: figure.diagram)) }
        let (opening, closing) = brackets(card.kind)
        return indent + "n" + String(index) + opening + quoted(lines) + closing + ":::" + card.kind.rawValue + "\n"
    }

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

    /// Quotes lines. Other characters than letters, digits and safe punctuation become numeric entities.
    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            var result = ""
            for scalar in line.unicodeScalars {
                let scalar = Text.printable(scalar)
                if scalar.value < 0x80, !isHarmless(scalar) {
                    result += "#" + String(scalar.value) + ";"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
        return "\"" + escaped.joined(separator: "<br/>") + "\""
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ",", "/", "=", "+", ":", "?", "!": true
        default: false
        }
    }
}
