import FlowCompiler
import FlowCore
import FlowTool

/// Formats steps and values for a user at a terminal.
struct StepLabels {
    let style: TerminalStyle
    let texts: FlowTexts

    /// Returns the values of a step, one per line, after their texts or names. Omits nulls, empty lists and maps, and
    /// values with hidden names.
    func parameters(_ value: JSONValue, except hidden: Set<String> = []) -> SafeText {
        let shown = (value.members ?? []).filter { !hidden.contains($0.name) && !Self.isEmpty($0.value) }
        return shown.map { member in
            let label = texts.ask(member.name) ?? member.name
            return "  \(style.dim("\(label):")) \(Self.text(member.value))\n" as SafeText
        }.joined()
    }

    /// Returns a value as text. The items of a list are separated by commas, and each member of a map is on a line.
    static func text(_ value: JSONValue) -> SafeText {
        switch value {
        case .string(let text): SafeText(text)
        case .array(let items): items.map(text).joined(separator: ", ")
        case .object(let members): members.map { "\n      \($0.name) = \(text($0.value))" as SafeText }.joined()
        default: SafeText(json: value)
        }
    }

    /// Returns whether a value is null, or an empty list or map.
    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .array(let items): items.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }

    /// Returns a line with an error and its category, or an empty text if there is no error.
    func error(_ error: FlowPendingError?) -> SafeText {
        guard let error else { return "" }
        let category: SafeText = error.category.isEmpty ? "" : " [\(error.category)]"
        let message: SafeText = error.message.isEmpty ? "" : ": \(error.message)"
        return "  " + style.failure("✗ \(error.type)\(category)") + message + "\n"
    }

    /// Returns a line with the code and message of a refusal.
    func refusal(_ refusal: FlowRefusal) -> SafeText {
        "  " + style.failure("✗ \(refusal.code)") + ": \(refusal.message)\n"
    }

    /// Returns the prompt for a question, with hints about its answer.
    ///
    /// At the start, an optional secret is usually the password, without which most ways to sign in fail.
    func prompt(for ask: FlowAsk, pattern: String?, isAtStart: Bool) -> SafeText {
        var hints = [texts.ask(ask.name)].compactMap(\.self) + requirements(of: ask, pattern: pattern)
        if let fallback = ask.fallback, !ask.isRequired {
            hints.append("Enter for \(fallback)")
        } else if !ask.isRequired {
            let isUsual = isAtStart && ask.type == "secret"
            hints.append(isUsual ? "most ways to sign in need it; Enter to skip" : "Enter to skip")
        }
        let hint: SafeText = hints.isEmpty ? "" : " " + style.dim("(\(hints.joined(separator: ", ")))")
        return "  \(ask.name)\(hint): "
    }

    /// Returns what the answer to a question must be, in a few words each.
    ///
    /// A hint of the author replaces the pattern, which few people read.
    func requirements(of ask: FlowAsk, pattern: String?) -> [String] {
        var words: [String] = []
        if let hint = texts.hint(for: ask.name) {
            words.append(hint)
        } else if let pattern {
            words.append("matching \(pattern)")
        }
        if let length = ask.length { words.append(length == 1 ? "1 character" : "\(length) characters") }
        if ask.type == "list" { words.append("separated by commas") }
        if ask.type == "map" { words.append("as JSON") }
        if ask.type == "flag" { words.append("true or false") }
        return words
    }

    /// Returns the choices of a question, numbered and one per line. Those that the flow refuses have the refusal's
    /// code.
    func choices(of ask: FlowAsk, refused: [String: String]) -> SafeText {
        ask.words.enumerated().map { index, word in
            let text: SafeText = texts.word(word).map { "   " + style.dim("\($0)") } ?? ""
            let refusal: SafeText = refused[word].map { "   " + style.dim("refused: \($0)") } ?? ""
            return "    \(style.dim("\(index + 1)")) \(word)\(text)\(refusal)\n"
        }.joined()
    }

    /// Returns the line that says that an answer is wrong.
    func problem(_ message: String) -> SafeText { "  " + style.failure("✗") + " \(message)\n" }
}
