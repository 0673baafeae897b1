import FlowCore
import FlowDiagnostics
import FlowTool

/// Checks an answer as soon as the user has typed it, as the flow will check it when it is submitted.
enum AnswerCheck {
    /// Returns the choice that a text selects by its number, beginning with 1.
    /// - Returns: the text itself if it is a choice, or if no choice has its number.
    static func choice(for text: String, in ask: FlowAsk) -> String {
        guard let number = Int(text), ask.words.indices.contains(number - 1), !ask.words.contains(text) else {
            return text
        }
        return ask.words[number - 1]
    }

    /// Returns what is wrong with an answer, or nil if the flow accepts it. The result does not contain the answer.
    ///
    /// `requirements` says what the answer must be, in a few words each.
    static func problem(with text: String, in ask: FlowAsk, requirements: [String]) -> String? {
        let value = AnswerText.value(text, of: ask.type)
        switch ask.type {
        case "list": return nil
        case "map":
            if case .object = value { return nil }
            return "'\(ask.name)' must be a JSON object, such as {\"key\": \"value\"}"
        case "flag":
            if case .bool = value { return nil }
            return "'\(ask.name)' must be true or false"
        default: break
        }
        do throws(FlowRefusal) {
            try ask.check(text)
            return nil
        } catch {
            let isChoice = [.notAChoice, .notOffered].contains(error.reason)
            if isChoice { return error.message + choices(near: text, of: ask) }
            return error.message + (requirements.isEmpty ? "" : ": " + requirements.joined(separator: ", "))
        }
    }

    /// Returns the end of a message with the choices that are similar to an answer, or with all if none is.
    private static func choices(near text: String, of ask: FlowAsk) -> String {
        if ask.words.isEmpty { return ": no choice is offered" }
        let suggestion = NearNames.suggestion(for: text, among: ask.words)
        return suggestion.isEmpty ? ": " + ask.words.joined(separator: ", ") : suggestion
    }
}
