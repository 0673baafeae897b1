import FlowAutomata
import FlowDiagnostics
import FlowModel

extension RequestCheck {
    /// The service must get a key in the form that it wants, with a value that it takes.
    static func checkValues(
        of input: ServiceDescription.Input, _ sends: [SendDeclaration], _ names: inout UnitNames
    ) {
        for send in sends {
            for name in send.source.names {
                checkType(of: name, for: input, &names)
                checkForm(of: name, for: input, &names)
            }
            if let literal = send.source.value { check(literal, for: input, &names) }
        }
    }

    private static func checkType(
        of name: Name, for input: ServiceDescription.Input, _ names: inout UnitNames
    ) {
        guard let given = names.type(of: name.symbol), !input.takes(given) else { return }
        names.report(
            Diagnostic(
                .typeMismatch, at: name.range,
                "'\(names.text(name))' is of type \(given.rawValue), "
                    + "but the service expects '\(names.program.symbols[input.name])' as \(input.typeName)",
                help: ["send a value of the type that the service expects"]))
    }

    /// A choice that has none of the words that the service takes, or an answer that cannot have the form that it takes.
    private static func checkForm(of name: Name, for input: ServiceDescription.Input, _ names: inout UnitNames) {
        let key = names.program.symbols[input.name]
        if let words = names.words(of: name.symbol), !input.form.words.isEmpty,
            !words.contains(where: input.form.words.contains)
        {
            names.report(
                Diagnostic(
                    .unknownWord, at: name.range,
                    "the service accepts no word of '\(names.text(name))' as '\(key)'",
                    subjects: [names.text(name), key],
                    help: ["it accepts " + names.program.symbols.texts(input.form.words).joined(separator: ", ")]))
            return
        }
        guard let value = names.unit.declarations.values[name.symbol], let first = value.asks.first,
            let wanted = input.form.language(names.program.symbols)
        else { return }
        let asked = value.asks.compactMap { $0.language(value, names.program.symbols) }
        guard asked.count == value.asks.count, asked.allSatisfy({ $0.isDisjoint(with: wanted) }) else { return }
        names.report(
            Diagnostic(
                .typeMismatch, at: first.stored.range,
                "the service accepts no possible value of '\(names.text(name))' as '\(key)'",
                subjects: [names.text(name), key],
                notes: [Diagnostic.Note("it is sent as '\(key)' here", at: name.range)],
                help: ["ask for what the service accepts: " + input.form.inWords(names.program.symbols)]))
    }

    private static func check(
        _ literal: WrittenText, for input: ServiceDescription.Input, _ names: inout UnitNames
    ) {
        let key = names.program.symbols[input.name]
        if input.isSpread || input.type == .map {
            names.report(
                Diagnostic(
                    .typeMismatch, at: literal.range, "a literal text cannot be sent as '\(key)', which is a map",
                    subjects: [key], help: ["send it from a value of type map"]))
            return
        }
        let isNumber = input.spelling == .number
        names.literal(literal.text, at: literal.range, into: isNumber ? .digits : input.type)
        let items =
            input.type == .list
            ? literal.text.split(whereSeparator: \.isWhitespace).map(String.init) : [literal.text]
        for item in items {
            if !input.form.words.isEmpty,
                !input.form.words.contains(where: { names.program.symbols[$0].utf8.elementsEqual(item.utf8) })
            {
                names.report(names.wording.unknownWord(item, at: literal.range, among: input.form.words))
            } else if let fault = input.form.fault(of: item) {
                names.report(
                    Diagnostic(
                        .typeMismatch, at: literal.range, "the service does not accept '\(item)' as '\(key)'",
                        subjects: [item, key], help: [fault]))
            }
        }
    }
}

extension ServiceDescription.Input {
    /// Whether values of a type can be written as this key wants.
    fileprivate func takes(_ given: ValueType) -> Bool {
        if isSpread { return given.fits(.map) }
        if spelling == .number { return given == .digits || given == .seconds || given == .text }
        // A flag is written as text where the service wants text.
        return given.fits(type) || (given == .flag && type.shape == .text)
    }

    fileprivate var typeName: String {
        isSpread ? "a map" : spelling == .number ? "a number" : type.rawValue
    }
}

extension AskSyntax {
    /// The texts that can be given for a value; nil if any can.
    fileprivate func language(_ value: ValueDefinition, _ symbols: SymbolTable) -> TextLanguage? {
        let flags = value.type == .flag ? ["true", "false"] : []
        return TextLanguage(
            words: words.isEmpty ? flags : symbols.texts(words.map(\.symbol)), ignoringCase: ignoresCase,
            isDigits: value.type == .digits, length: length, pattern: pattern?.text)
    }
}

extension KeyForm {
    /// The texts that the service takes; nil if it takes any.
    fileprivate func language(_ symbols: SymbolTable) -> TextLanguage? {
        TextLanguage(words: symbols.texts(words), length: length, pattern: pattern?.text)
    }

    /// The texts that the service takes, in words.
    fileprivate func inWords(_ symbols: SymbolTable) -> String {
        [
            words.isEmpty ? nil : "one of " + symbols.texts(words).joined(separator: ", "),
            length.map { "length=\"\($0)\"" }, pattern.map { "pattern=\"\($0.text)\"" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// What is wrong with a text; nil if it has the form.
    fileprivate func fault(of text: String) -> String? {
        if let length, text.unicodeScalars.count != length { return "it must have \(length) characters" }
        guard let pattern, case .success(let automaton) = PatternCompiler.compile(pattern.text),
            !automaton.matches(text.utf8)
        else { return nil }
        return "it must match \(pattern.text)"
    }
}
