package import FlowModel

/// Writes diagrams as Mermaid flowcharts (https://mermaid.js.org/syntax/flowchart.html).
///
/// Documentation pages display them without a tool. A diagram contains names, but never a value. It is deterministic
/// for a flow.
package enum MermaidWriter {
    /// Writes the diagram of a flow.
    package static func mermaid(_ flow: CheckedFlow, options: DiagramOptions = DiagramOptions()) -> String {
        let diagram = DiagramBuilder.diagram(flow, options)
        var text = "flowchart TD\n"
        for box in diagram.boxes {
            let (opening, closing) = brackets(box.shape)
            text += "  " + box.key + opening + quoted(box.allLines) + closing + "\n"
        }
        for arrow in diagram.arrows {
            text += "  " + diagram.boxes[arrow.from].key + (arrow.isDashed ? " -.->" : " -->")
            if !arrow.lines.isEmpty { text += "|" + quoted(arrow.lines) + "|" }
            text += " " + diagram.boxes[arrow.to].key + "\n"
        }
        return text
    }

    private static func brackets(_ shape: Diagram.Shape) -> (String, String) {
        switch shape {
        case .start: ("((", "))")
        case .box: ("(", ")")
        case .oval: ("([", "])")
        case .diamond: ("{", "}")
        case .end: ("(((", ")))")
        case .hub: ("[[", "]]")
        }
    }

    /// Quotes lines. Other characters than letters, digits and safe punctuation become numeric entities.
    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            var result = ""
            for scalar in line.unicodeScalars {
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    result += " "
                } else if scalar.value < 0x80, !isHarmless(scalar) {
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
