package import FlowIR

/// The text of a scenario file.
package struct ScenarioText {
    /// The text, which is XML.
    package let text: String

    /// Writes scenarios as XML, for the flow at the path `flow`.
    package init(_ scenarios: [Scenario], flow: String) {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, "<scenarios flow=\"\(Self.escaped(flow))\">",
        ]
        for scenario in scenarios {
            lines.append("  <scenario name=\"\(Self.escaped(scenario.name))\">")
            for (name, script) in scenario.handlers.sorted(by: { $0.key < $1.key }) {
                lines.append("    " + Self.element(ofHandler: name, script))
            }
            lines += scenario.lines.map { "    " + Self.element(of: $0.line) }
            lines.append("  </scenario>")
        }
        lines += ["</scenarios>", ""]
        text = lines.joined(separator: "\n")
    }

    /// Returns the element for the script of a handler.
    private static func element(ofHandler name: String, _ script: Scenario.HandlerScript) -> String {
        switch script {
        case .gives(let json): element("handler", [("name", name)], json)
        case .fails(let failure): element("handler", [("name", name), ("failure", failure)], "")
        }
    }

    /// Returns the element for a line.
    private static func element(of line: Scenario.Line) -> String {
        switch line {
        case .start(let json): element("start", [], json)
        case .submit(let json): element("submit", [], json)
        case .select(let word): element("select", [("value", word)], "")
        case .event(let name, let json):
            ["back", "cancel", "timeout"].contains(name)
                ? element(name, [], "") : element("event", [("name", name)], json == "{}" ? "" : json)
        case .reply(let json): element("reply", [], json)
        case .error(let type, let message): element("error", [("type", type), ("message", message)], "")
        case .call(let operation, let json): element("call", [("operation", operation)], json)
        case .present(let step, let error, let category, let json):
            element("present", [("step", step), ("error", error), ("class", category)], json)
        case .notify(let name, let json): element("notify", [("name", name)], json)
        case .end(let outcome, let error, let category, let json):
            element("end", [("outcome", outcome), ("error", error), ("class", category)], json)
        case .refused(let code, let parameter): element("refused", [("code", code), ("parameter", parameter)], "")
        }
    }

    /// Returns an XML element with the attributes that have a value, and JSON as its content.
    private static func element(_ name: String, _ attributes: [(name: String, value: String?)], _ json: String)
        -> String
    {
        let written = attributes.compactMap { attribute in
            attribute.value.map { " \(attribute.name)=\"\(escaped($0))\"" }
        }
        let start = "<" + name + written.joined()
        return json.utf8.isEmpty ? start + "/>" : start + ">" + escaped(json) + "</" + name + ">"
    }

    /// Returns a text with the special characters of XML escaped.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
