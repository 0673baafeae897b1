package import FlowCore
package import FlowDiagrams
import FlowTool

/// What people read about the steps of a flow.
///
/// The texts come from the file of texts beside the flow, from the `doc` elements of its source, and from its names.
package struct FlowTexts: Sendable {
    /// What the source says, or nil if the flow is a compiled table.
    let guide: FlowGuide?
    /// The texts of one language, by kind and name.
    private let texts: JSONValue

    /// Creates the texts of a flow in a language such as `en`.
    /// - Parameters:
    ///   - guide: what the source says about the flow.
    ///   - texts: by language: the texts. If the language is missing, those in English are used.
    ///   - language: the user's language.
    package init(guide: FlowGuide? = nil, texts: JSONValue = .null, language: String = Self.defaultLanguage) {
        self.guide = guide
        self.texts = texts[language] ?? texts[Self.defaultLanguage] ?? .null
    }

    /// The language of users whose language is unknown or has no texts.
    package static let defaultLanguage = "en"

    /// Returns the language that the environment asks for, such as `de` for `LANG=de_DE.UTF-8`. If the environment does
    /// not name a language by two or three letters, returns ``defaultLanguage``.
    static func language(_ environment: [String: String]) -> String {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let language = locale.prefix { $0.isLetter }
        return 2...3 ~= language.count ? String(language) : defaultLanguage
    }

    func heading(of step: String) -> String { text("steps", step) ?? Self.heading(fromName: step) }

    /// Returns the text of an ask or a shown value, or nil if no author has written one or it only repeats the name.
    func ask(_ name: String) -> String? {
        text("asks", name).flatMap { $0.lowercased() == name.lowercased() ? nil : $0 }
    }

    /// Returns what to enter for an ask, or nil if no author has said so.
    func hint(for ask: String) -> String? { text("hints", ask) }

    /// Returns the meaning of a word of a choice, or nil if no author has said it.
    func word(_ word: String) -> String? { text("words", word) }

    /// Returns what a command is for, or nil if no author has said so.
    func command(_ name: String) -> String? {
        let about = guide?.about(command: name) ?? ""
        return text("commands", name) ?? (about.isEmpty ? nil : about)
    }

    /// Returns the text of the file of texts for a name, or nil if it has none.
    private func text(_ kind: String, _ name: String) -> String? { texts[kind]?[name]?.string }

    /// Words that stay in upper case.
    private static let capitals: Set<String> = ["SMS", "MFA", "TOTP", "OTP", "SRP"]

    /// Returns the name of a step as a heading.
    ///
    /// `CONFIRM_SIGN_IN_WITH_TOTP_CODE` becomes "Confirm sign in with TOTP code". Names in another form are unchanged.
    private static func heading(fromName name: String) -> String {
        guard name.contains("_"), name == name.uppercased() else { return name }
        let words = name.split(separator: "_").map { capitals.contains(String($0)) ? String($0) : $0.lowercased() }
        let text = words.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
