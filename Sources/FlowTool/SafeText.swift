package import FlowCore
import FlowDiagnostics
package import FlowTesting

/// Text for a terminal, in which untrusted parts are escaped.
///
/// A literal is unchanged. An interpolated string is untrusted: U+FFFD replaces each scalar that controls a terminal.
/// So only literals can start lines, move the cursor or change colors. ``Console`` writes only safe texts.
package struct SafeText: Sendable, Equatable, ExpressibleByStringInterpolation {
    package private(set) var string: String

    package init(stringLiteral: String) { string = stringLiteral }

    /// Creates a trusted text with untrusted interpolations.
    package init(stringInterpolation: Interpolation) { string = stringInterpolation.text }

    /// Creates a text of one line from an untrusted text. Line feeds and other control characters are replaced.
    package init(_ text: String) { string = text.safeForTerminal() }

    /// Creates a text from an untrusted text. It may have several lines, because line feeds and tabs remain.
    package init(lines text: String) { string = text.safeForTerminal(keeping: ["\n", "\t"]) }

    /// Creates a text from one that was rendered for a terminal, and may contain colors.
    ///
    /// The caller ensures that untrusted parts are escaped, as `TerminalRenderer` does.
    package init(rendered: String) { string = rendered }

    /// Creates a text with the JSON of a value, on one line.
    ///
    /// Scalars that control a terminal are written as JSON escapes, so that parsing returns the same value.
    package init(json value: JSONValue) {
        let text = value.jsonText
        guard text.unicodeScalars.contains(where: \.controlsTerminal) else {
            string = text
            return
        }
        string = text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.controlsTerminal {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    package var isEmpty: Bool { string.isEmpty }

    /// Returns the concatenation of two safe texts.
    package static func + (left: SafeText, right: SafeText) -> SafeText {
        var result = left
        result += right
        return result
    }

    package static func += (left: inout SafeText, right: SafeText) { left.string += right.string }

    /// Builds a text from literals and interpolations.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Creates an empty text.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ safe: SafeText) { text += safe.string }

        package mutating func appendInterpolation(_ untrusted: some StringProtocol) {
            text += String(untrusted).safeForTerminal()
        }

        /// Appends the description of an error, which is untrusted.
        package mutating func appendInterpolation(_ error: some Error) { text += "\(error)".safeForTerminal() }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    }
}

extension Sequence<SafeText> {
    package func joined(separator: SafeText = "") -> SafeText {
        var result: SafeText = ""
        for (index, text) in enumerated() { result += index > 0 ? separator + text : text }
        return result
    }
}

/// Formats the outputs of a flow for users.
package enum TerminalText {
    /// Returns the lines that show an output and, for a request or a handler, how to answer it.
    package static func text(_ output: FlowOutput) -> SafeText {
        switch output {
        case .call(let request):
            "→ \(request.operation) \(SafeText(json: request.body))\n  answer with the body as JSON, or: error TYPE MESSAGE\n"
        case .handle(let work):
            "→ handler \(work.handler) \(SafeText(json: work.inputs))\n"
                + "  answer with \(work.outputs.joined(separator: ", ")) as JSON, or: error NAME MESSAGE\n"
        case .present(let step):
            "■ \(step.step)\n" + error(step.error) + members(step.parameters) + asks("submit", step.asks)
        case .notify(let notification): "· \(notification.name)\n" + members(notification.parameters)
        case .end(let outcome):
            "● \(outcome.name)\(outcome.step.isEmpty ? "" : " (\(outcome.step))")\n" + error(outcome.error)
                + members(outcome.parameters)
        case .refused(let refusal): "! \(refusal.code): \(refusal.message)\n"
        }
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
    /// Returns the value that a user's text has for an ask of a type. The type is nil if no ask has the answer's name.
    ///
    /// Lists, maps and flags can be written as JSON. The items of a list can also be separated by commas. Any other text
    /// is returned as a string, even if it is meant to be JSON but is malformed.
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
