import FlowDiagnostics
import FlowIR
import FlowTable

/// The form that an input of a sub-flow requires of its value: digits, words, length, pattern, and not being empty.
struct InputForm {
    private let isDigits: Bool
    private let isRequired: Bool
    private let words: [Symbol]
    private let ignoresCase: Bool
    private let length: Int?
    private let pattern: Pattern?
    /// The pattern as it is written; empty if there is none.
    private let patternText: String
    private let symbols: SymbolTable

    /// Creates the form of an input. A pattern with errors counts as absent.
    init(_ input: ValueDefinition, _ symbols: SymbolTable) {
        let declared = input.declaration
        isDigits = input.type == .digits
        isRequired = input.mustBePassed
        words = declared?.words.map(\.symbol) ?? []
        ignoresCase = input.ignoresCase
        length = declared?.length
        patternText = declared?.pattern?.text ?? ""
        pattern = declared?.pattern.flatMap { try? PatternCompiler.compile($0.text).get() }
        self.symbols = symbols
    }

    /// The requirements of the form, as sentences for a message.
    private var requirements: [String] {
        [
            words.isEmpty ? nil : "it must be one of \(symbols.texts(words).joined(separator: ", "))",
            length.map { "its length must be \($0)" }, pattern.map { _ in "it must match \(patternText)" },
            isDigits ? "it must have type digits" : nil,
        ].compactMap { $0 }
    }

    /// Returns the requirements of the form as a sentence, or nil if a text meets all of them. For an empty text of a
    /// required input, the sentence says only that it must not be empty.
    ///
    /// Ignores whether the text consists of digits, because the check of types reports that.
    func requirementsUnmet(by text: String) -> String? {
        if text.utf8.isEmpty, isRequired { return "it must not be empty" }
        let isWord = words.isEmpty || symbols.names(words).contains(ByteString(text))
        let hasLength = length.map { $0 == text.unicodeScalars.count } ?? true
        let isAccepted = isWord && hasLength && pattern?.matches(text.utf8) ?? true
        return isAccepted ? nil : requirements.joined(separator: ", and ")
    }

    /// Returns the requirements of the form as a sentence if a value can contain a text that does not meet them.
    ///
    /// Ignores that a required input must not be empty. For words that may differ in case, returns advice on that.
    ///
    /// - Parameters:
    ///   - value: the declaration of the value; nil for a value without one, such as an output of a reply
    ///   - type: the type of the value
    ///   - possibleWords: the possible words of the value; nil if any text is possible
    /// - Returns: the sentence, or nil if the declarations of the value ensure that each of its texts has the form
    func requirementsUnmet(
        by value: ValueDefinition?, _ type: SlotType, words possibleWords: [Symbol]?
    ) -> String? {
        let forms = value?.forms ?? []
        let isWord = words.isEmpty || possibleWords?.allSatisfy(words.contains) == true
        if isWord, !words.isEmpty, !ignoresCase, value?.ignoresCase == true {
            return "use ignore-case=\"true\" for both, because the value keeps the spelling of the host"
        }
        let hasLength = length == nil || allForms(forms) { $0.length == length }
        let matches = pattern == nil || allForms(forms) { $0.pattern.map { includes($0.text) } ?? false }
        let hasDigits = !isDigits || type == .digits || type == .seconds
        return isWord && hasLength && matches && hasDigits ? nil : requirements.joined(separator: ", and ")
    }

    /// Returns whether there is at least one declaration, and all of them satisfy a predicate.
    private func allForms(_ forms: [AskSyntax], satisfy predicate: (AskSyntax) -> Bool) -> Bool {
        !forms.isEmpty && forms.allSatisfy(predicate)
    }

    /// Returns whether the pattern of the input certainly matches every text that another pattern matches.
    private func includes(_ otherText: String) -> Bool {
        if ByteString(otherText) == ByteString(patternText) { return true }
        guard let pattern, let other = try? PatternCompiler.compile(otherText).get() else { return false }
        return pattern.includes(other)
    }
}
