import FlowAutomata
import FlowModel

/// The form that an input of a sub-flow requires: digits, certain words, a length, a pattern.
struct InputForm {
    private let isDigits: Bool
    private let isRequired: Bool
    private let words: [Symbol]
    private let length: Int?
    private let pattern: Pattern?
    private let source: String
    private let symbols: SymbolTable

    /// Creates the form of an input. A pattern with errors counts as absent.
    init(_ input: ValueDefinition, _ symbols: SymbolTable) {
        let declared = input.declaration
        isDigits = input.type == .digits
        isRequired = input.mustBePassed
        words = declared?.words.map(\.symbol) ?? []
        length = declared?.length
        source = declared?.pattern?.text ?? ""
        pattern = declared?.pattern.flatMap { try? PatternCompiler.compile($0.text).get() }
        self.symbols = symbols
    }

    /// The requirements of the form, as sentences for a message.
    private var requirements: [String] {
        [
            words.isEmpty ? nil : "it must be one of \(symbols.texts(words).joined(separator: ", "))",
            length.map { "it must have \($0) characters" }, pattern.map { _ in "it must match \(source)" },
            isDigits ? "it must have type digits" : nil,
        ].compactMap { $0 }
    }

    /// Returns the requirements that a text does not meet, or nil if it has the form.
    ///
    /// Digits are not checked here: a text of another type is reported as such.
    func fault(of text: String) -> String? {
        if text.utf8.isEmpty, isRequired { return "it must not be empty" }
        let isWord = words.isEmpty || words.contains { symbols[$0].utf8.elementsEqual(text.utf8) }
        let hasLength = length.map { $0 == text.unicodeScalars.count } ?? true
        let isAccepted = isWord && hasLength && pattern?.matches(text.utf8) ?? true
        return isAccepted ? nil : requirements.joined(separator: ", and ")
    }

    /// Checks that all possible contents of a value have the form.
    /// - Parameters:
    ///   - value: The declaration of the value; nil for an output of a reply.
    ///   - type: The type of the value.
    ///   - closed: The possible words of the value; nil if any text is possible.
    /// - Returns: The requirements that the value might not meet, or nil if it always has the form.
    func fault(of value: ValueDefinition?, _ type: ValueType, words closed: [Symbol]?) -> String? {
        let forms = value?.forms ?? []
        let isWord = words.isEmpty || closed?.allSatisfy(words.contains) == true
        let hasLength = length == nil || allForms(forms) { $0.length == length }
        let matches = pattern == nil || allForms(forms) { form in form.pattern.map { includes($0.text) } ?? false }
        let isNumber = !isDigits || type == .digits || type == .seconds
        return isWord && hasLength && matches && isNumber ? nil : requirements.joined(separator: ", and ")
    }

    /// Returns whether there are forms and all of them satisfy a predicate.
    private func allForms(_ forms: [AskSyntax], satisfy predicate: (AskSyntax) -> Bool) -> Bool {
        !forms.isEmpty && forms.allSatisfy(predicate)
    }

    /// Returns whether every text that a pattern matches also matches the pattern of the input.
    private func includes(_ text: String) -> Bool {
        if text.utf8.elementsEqual(source.utf8) { return true }
        guard let pattern, let other = try? PatternCompiler.compile(text).get() else { return false }
        return pattern.includes(other)
    }
}
