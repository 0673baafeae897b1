package import FlowModel

/// Writes the picture of a flow in the language of Graphviz (https://graphviz.org/doc/info/lang.html).
///
/// The drawing fits an A4 page upright. Only names are written, never a value. The same flow always gives the same text.
package enum DotWriter {
    /// The picture of a flow.
    package static func dot(_ flow: CheckedFlow, options: DiagramOptions = DiagramOptions()) -> String {
        let diagram = DiagramBuilder.diagram(flow, options)
        var text = "digraph " + quoted([diagram.title]) + " {\n"
        text += "  graph [rankdir=TB, compound=true, size=\"7.5,11\", nodesep=0.06, ranksep=0.16, margin=0.2];\n"
        text += "  node [fontname=\"Helvetica\", fontsize=11, height=0.2, width=0.3, margin=\"0.04,0.02\"];\n"
        text += "  edge [fontname=\"Helvetica\", fontsize=11, arrowsize=0.6];\n"
        for box in diagram.boxes {
            text += "  " + box.key + " [" + attributes(box.shape) + ", label=" + quoted(wrapped(box.lines)) + "];\n"
        }
        var grouped = Set<Int>()
        for hub in diagram.hubs {
            let leaves = diagram.leaves(of: hub)
            if leaves.count <= columns { continue }
            text += group(diagram, hub, leaves)
            grouped.formUnion(leaves)
        }
        for arrow in diagram.arrows where !grouped.contains(arrow.to) {
            text += line(diagram, arrow.from, arrow.to, attributes(arrow))
        }
        // Boxes that stand for many lie one below the other, else their fans would lie side by side.
        for (upper, lower) in zip(diagram.hubs, diagram.hubs.dropFirst()) {
            text += line(
                diagram, upper, lower, ["style=invis", "weight=8", "minlen=" + String(diagram.rows(below: upper))])
        }
        return text + "}\n"
    }

    /// Boxes side by side in a group.
    private static var columns: Int { 3 }

    /// A group of boxes in rows, with one arrow to them all.
    private static func group(_ diagram: Diagram, _ hub: Int, _ leaves: [Int]) -> String {
        let name = "cluster_" + diagram.boxes[hub].key
        var text = "  subgraph " + name + " {\n    style=\"rounded,dashed\"; margin=4;\n"
        for leaf in leaves { text += "    " + diagram.boxes[leaf].key + ";\n" }
        text += "  }\n"
        for (index, leaf) in leaves.enumerated() {
            if index >= columns {
                text += line(diagram, leaves[index - columns], leaf, ["style=invis"])
            } else {
                let isShown = index == min(1, leaves.count - 1)
                // Below all else that the hub leads to: beside it there is no room on a page.
                let length = "minlen=" + String(diagram.rows(below: hub))
                text += line(diagram, hub, leaf, [isShown ? "lhead=" + name : "style=invis", length])
            }
        }
        return text
    }

    private static func line(_ diagram: Diagram, _ from: Int, _ to: Int, _ attributes: [String]) -> String {
        let arrow = "  " + diagram.boxes[from].key + " -> " + diagram.boxes[to].key
        return attributes.isEmpty ? arrow + ";\n" : arrow + " [" + attributes.joined(separator: ", ") + "];\n"
    }

    private static func attributes(_ arrow: Diagram.Arrow) -> [String] {
        var attributes: [String] = []
        if !arrow.lines.isEmpty { attributes.append("label=" + quoted(wrapped(arrow.lines))) }
        if arrow.isDashed { attributes.append("style=dashed, color=gray40") }
        if arrow.length > 1 { attributes.append("minlen=" + String(arrow.length)) }
        return attributes
    }

    /// Breaks lines behind a hyphen, an underscore or a space, or before a capital in a word, where they get longer than a narrow box.
    private static func wrapped(_ lines: [String]) -> [String] {
        var result: [String] = []
        for line in lines {
            var (row, word) = ("", "")
            for character in line {
                let isInside = !(character.isUppercase && word.last?.isLowercase == true)
                if isInside { word.append(character) }
                if isInside, character != "_", character != "-", character != " " { continue }
                if !row.isEmpty, row.count + word.count > 13 {
                    result.append(row)
                    row = ""
                }
                row += word
                word = isInside ? "" : String(character)
            }
            if !row.isEmpty, row.count + word.count > 13 {
                result.append(row)
                row = ""
            }
            result.append(row + word)
        }
        return result
    }

    private static func attributes(_ shape: Diagram.Shape) -> String {
        switch shape {
        case .start: "shape=circle, style=filled, fillcolor=gray90"
        case .box: "shape=box, style=rounded"
        case .oval: "shape=ellipse"
        case .diamond: "shape=diamond"
        case .end: "shape=ellipse, peripheries=2"
        case .hub: "shape=box, style=\"filled,dashed\", fillcolor=gray95"
        }
    }

    /// A text in quotes; a backslash would begin one of Graphviz's escapes.
    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            var result = ""
            for scalar in line.unicodeScalars {
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                // An entity of HTML would be replaced even here.
                case "&": result += "&amp;"
                default: result.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
                }
            }
            return result
        }
        return "\"" + escaped.joined(separator: "\\n") + "\""
    }
}
