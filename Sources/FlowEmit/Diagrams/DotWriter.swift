package import FlowModel

/// Writes the picture of a flow in the language of Graphviz (https://graphviz.org/doc/info/lang.html).
///
/// The drawing fits an A4 page upright. Only names are written, never a value. The same flow always gives the same text.
package enum DotWriter {
    /// The picture of a flow.
    package static func dot(_ flow: CheckedFlow, options: DiagramOptions = DiagramOptions()) -> String {
        let diagram = DiagramBuilder.diagram(flow, options)
        var text = "digraph " + quoted([diagram.title]) + " {\n"
        text += "  graph [rankdir=TB, size=\"7.5,11\", ratio=compress, nodesep=0.12, ranksep=0.25, margin=0.2];\n"
        text += "  node [fontname=\"Helvetica\", fontsize=11, height=0.3, margin=\"0.06,0.03\"];\n"
        text += "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.6];\n"
        for box in diagram.boxes {
            text += "  " + box.key + " [" + attributes(box.shape) + ", label=" + quoted(box.lines) + "];\n"
        }
        for arrow in diagram.arrows {
            var attributes = arrow.lines.isEmpty ? "" : "label=" + quoted(arrow.lines)
            if arrow.isDashed { attributes += (attributes.utf8.isEmpty ? "" : ", ") + "style=dashed, color=gray40" }
            text += "  " + diagram.boxes[arrow.from].key + " -> " + diagram.boxes[arrow.to].key
            text += attributes.utf8.isEmpty ? ";\n" : " [" + attributes + "];\n"
        }
        return text + "}\n"
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
