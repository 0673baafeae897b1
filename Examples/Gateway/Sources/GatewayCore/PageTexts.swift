package import FlowRuntime

/// The words of a page in one language: labels, hints, and sentences about errors.
///
/// The file has the form that `flowc view --texts` reads: `errors` has a sentence by error type, and `refusals` by the
/// code of a refusal or of another problem.
package struct PageTexts: Sendable {
    /// The language, as in the attribute `lang`.
    package let language: String
    private let texts: JSONValue

    /// Creates the texts of a language from its part of the file.
    package init(language: String, _ texts: JSONValue = .object([])) {
        self.language = language
        self.texts = texts
    }

    /// Returns the texts in the first language of a header `Accept-Language` that the file has; else English.
    /// The order of the header's languages counts, not their weights. The file has a member for each language.
    package static func texts(in file: JSONValue, accepted: String) -> PageTexts {
        for range in accepted.split(separator: ",") {
            let tag = range.prefix { $0 != ";" && $0 != "-" }.lowercased()
            let language = tag.filter { $0 != " " }
            if let texts = file[language] { return PageTexts(language: language, texts) }
        }
        return PageTexts(language: "en", file["en"] ?? .object([]))
    }

    func step(_ name: String) -> String { text("steps", name) ?? Self.sentence(name) }
    func label(_ name: String) -> String { text("asks", name) ?? Self.sentence(name) }
    func hint(_ name: String) -> String? { text("hints", name) }
    func word(_ word: String) -> String { text("words", word) ?? Self.sentence(word) }
    /// Returns a shown value: its label if it is a word of the file, or else the value itself.
    func value(_ text: String) -> String { self.text("words", text) ?? text }
    func command(_ name: String) -> String { text("commands", name) ?? Self.sentence(name) }
    func outcome(_ name: String) -> String { text("outcomes", name) ?? Self.sentence(name) }
    /// Returns a text of the page itself, whose English is its name.
    func page(_ english: String) -> String { text("page", english) ?? english }
    /// Returns the sentence about a refusal or, if the file has none, about an error of the same name, or the message.
    func refusal(_ problem: Problem) -> String {
        text("refusals", problem.code) ?? error(problem.code, problem.detail)
    }
    /// Returns the sentence about an error type; the message if the file has none.
    func error(_ type: String, _ message: String) -> String {
        text("errors", type) ?? (message.isEmpty ? Self.sentence(type) : message)
    }

    private func text(_ part: String, _ name: String) -> String? { texts[part]?[name]?.string }

    /// Returns a name as words: `CONFIRM_SIGN_IN` and `confirmSignIn` become `Confirm sign in`.
    static func sentence(_ name: String) -> String {
        let isUpper = !name.contains { $0.isLowercase }
        var words = ""
        for character in name {
            if character == "_" || character == "-" || character == "." {
                words.append(" ")
            } else if !isUpper, character.isUppercase, words.last?.isLowercase == true {
                words.append(" " + character.lowercased())
            } else {
                words.append(isUpper ? Character(character.lowercased()) : character)
            }
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
