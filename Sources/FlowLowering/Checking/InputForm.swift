import FlowAutomata
import FlowModel

/// The form that the input of a sub-flow says it has: digits, words, a length, an expression.
struct InputForm {
    private let isDigits: Bool
    private let isRequired: Bool
    private let words: [Symbol]
    private let length: Int?
    private let pattern: Pattern?
    private let source: String
    private let symbols: SymbolTable

    /// The form of an input.
    init(_ input: ValueDefinition, _ symbols: SymbolTable) {
        let declared = input.declaration
        isDigits = input.type == .digits
        isRequired = input.isDemanded
        words = declared?.words.map(\.symbol) ?? []
        length = declared?.length
        source = declared?.pattern?.text ?? ""
        pattern = declared?.pattern.flatMap { try? PatternCompiler.compile($0.text).get() }
        self.symbols = symbols
    }

    private var inWords: [String] {
        [
            words.isEmpty ? nil : "it must be one of \(symbols.texts(words).joined(separator: ", "))",
            length.map { "it must have \($0) characters" }, pattern.map { _ in "it must match \(source)" },
            isDigits ? "it must have type digits" : nil,
        ].compactMap { $0 }
    }

    /// What is wrong with a text; nil if it has the form, or if its type is what is wrong.
    func fault(_ text: String) -> String? {
        if text.utf8.isEmpty, isRequired { return "it must not be empty" }
        let isWord = words.isEmpty || words.contains { symbols[$0].utf8.elementsEqual(text.utf8) }
        let isLong = length.map { $0 == text.unicodeScalars.count } ?? true
        return isWord && isLong && pattern?.matches(text.utf8) ?? true ? nil : inWords.joined(separator: ", and ")
    }

    /// What is wrong with a value of which only the declaration is known; nil if all that it can be has the form.
    /// - Parameters:
    ///   - value: its declaration; nil for what replies bring.
    ///   - type: its type.
    ///   - closed: the words that it is one of; nil if it can be anything.
    /// - Returns: the form that it lacks.
    func fault(of value: ValueDefinition?, _ type: ValueType, words closed: [Symbol]?) -> String? {
        let forms = value?.forms ?? []
        let isWord = words.isEmpty || closed?.allSatisfy(words.contains) == true
        let isLong = length == nil || isEach(forms) { $0.length == length }
        let matches = pattern == nil || isEach(forms) { form in form.pattern.map { includes($0.text) } ?? false }
        let isNumber = !isDigits || type == .digits || type == .seconds
        return isWord && isLong && matches && isNumber ? nil : inWords.joined(separator: ", and ")
    }

    private func isEach(_ forms: [AskSyntax], _ holds: (AskSyntax) -> Bool) -> Bool {
        !forms.isEmpty && forms.allSatisfy(holds)
    }

    /// Whether all that an expression matches is matched by that of the input.
    private func includes(_ text: String) -> Bool {
        if text.utf8.elementsEqual(source.utf8) { return true }
        guard let pattern, let other = try? PatternCompiler.compile(text).get() else { return false }
        return pattern.includes(other)
    }
}
