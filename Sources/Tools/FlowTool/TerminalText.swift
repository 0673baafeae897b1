package import FlowCore
import FlowDiagnostics
package import FlowCompiler
package import FlowTesting

extension SafeText {
    /// Creates a text with the JSON of a value, on one line.
    ///
    /// Scalars that control a terminal are written as JSON escapes, so that parsing returns the same value.
    package init(json value: JSONValue) {
        let text = value.jsonText
        guard text.unicodeScalars.contains(where: \.controlsTerminal) else {
            self.init(rendered: text)
            return
        }
        let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.controlsTerminal {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        self.init(rendered: escaped)
    }
}

/// Formats the outputs of a flow for users.
package enum TerminalText {
    /// Returns the lines that show an output and, for a request or a handler, how to answer it.
    ///
    /// If the flow waits for answers (`takesAnswers`), the refusal of an unknown event says how to set one.
    package static func text(_ output: FlowOutput, takesAnswers: Bool = true) -> SafeText {
        switch output {
        case .call(let request):
            "→ \(request.operation) \(SafeText(json: request.body))\n"
                + "  answer with the body of the response as JSON, or with: error TYPE MESSAGE\n"
        case .handle(let work):
            "→ handler \(work.handler) \(SafeText(json: work.inputs))\n"
                + "  answer with the outputs as a JSON object\(outputNames(of: work)), or with: error NAME MESSAGE\n"
        case .present(let step):
            "■ \(step.step)\n" + error(step.error) + members(step.parameters) + asks("submit", step.asks)
        case .notify(let notification):
            "· \(notification.name)\n" + error(notification.error) + members(notification.parameters)
        case .end(let outcome):
            "● \(outcome.name)\(outcome.step.isEmpty ? "" : " (\(outcome.step))")\n" + error(outcome.error)
                + members(outcome.parameters)
        case .refused(let refusal):
            "! \(refusal.code): \(refusal.message)\n"
                + (takesAnswers && refusal.reason == .unknownEvent ? "  to set an answer, write name=value\n" : "")
        }
    }

    /// The line that says that answers were set and not submitted when the input ended.
    package static let unsubmitted: SafeText =
        "! the answers were not submitted: the input ended without an empty line\n"

    /// Returns the names of a handler's outputs in parentheses, or an empty text if it has none.
    private static func outputNames(of work: FlowWork) -> SafeText {
        work.outputs.isEmpty ? "" : " (\(work.outputs.joined(separator: ", ")))"
    }

    /// Returns lines that list the answers that an event needs, or say that it needs no answers.
    package static func asks(_ event: String, _ asks: [FlowAsk]) -> SafeText {
        if asks.isEmpty { return "  \(event) needs no answers\n" }
        return "  \(event) needs:\n" + asks.map { "    \($0.name): \(description($0))\n" as SafeText }.joined()
    }

    /// Returns the type and the constraints of an ask, separated by commas.
    private static func description(_ ask: FlowAsk) -> String {
        var parts = [ask.type]
        if let length = ask.length { parts.append("of length \(length)") }
        if ask.isClosed {
            parts.append(ask.words.isEmpty ? "no value is possible" : "one of " + ask.words.joined(separator: ", "))
        }
        if !ask.isRequired { parts.append("optional") }
        return parts.joined(separator: ", ")
    }

    /// Returns the members of an object, one per line.
    private static func members(_ value: JSONValue) -> SafeText {
        (value.members ?? []).map { "    \($0.name) = \(text($0.value))\n" as SafeText }.joined()
    }

    /// Returns a string without quotes, and any other value as JSON.
    private static func text(_ value: JSONValue) -> SafeText {
        value.string.map { SafeText($0) } ?? SafeText(json: value)
    }

    /// Returns the line that shows the pending error, or an empty text if there is none.
    private static func error(_ error: FlowPendingError?) -> SafeText {
        guard let error else { return "" }
        let category: SafeText = error.category.isEmpty ? "" : " [\(error.category)]"
        return "  error \(error.type)\(category): \(error.message)\n"
    }
}

/// Converts answers that a user typed.
package enum AnswerText {
    /// Converts a text that a user typed to a value of an ask's type.
    ///
    /// Lists, maps and flags can be JSON. Any other text for a list is split at its commas. All other text becomes a
    /// string, even if it is malformed JSON.
    /// - Parameters:
    ///   - text: the text as typed.
    ///   - type: the type of the ask; nil if no ask has the answer's name.
    /// - Returns: the value, which need not be of the type.
    package static func value(_ text: String, of type: String?) -> JSONValue {
        if let json = JSONValue(json: Array(text.utf8)) {
            switch (type, json) {
            case ("list", .array), ("map", .object), ("flag", .bool): return json
            default: break
            }
        }
        if type == "list" { return .array(text.split(separator: ",").map { .string(String($0)) }) }
        return .string(text)
    }
}
