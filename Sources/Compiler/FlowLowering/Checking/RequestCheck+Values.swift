import FlowDiagnostics
import FlowIR
import FlowTable

extension RequestCheck {
    /// Checks that the values and literals sent for a key have the type and form that the service expects.
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

    /// Reports a value that cannot be sent as the type that the service expects.
    private static func checkType(
        of name: Name, for input: ServiceDescription.Input, _ names: inout UnitNames
    ) {
        guard let given = names.type(of: name.symbol), !input.accepts(given) else { return }
        let declaration = names.unit.declarations.values[name.symbol]
        let type = input.isSpread ? SlotType.map : input.type
        let alternative =
            declaration == nil || input.encoding == .number ? "" : ", or declare this value with type=\"\(type.name)\""
        names.report(
            Diagnostic(
                .typeMismatch, at: name.range,
                "'\(names.text(name))' is of type \(given.name), "
                    + "but the service expects '\(names.program.symbols[input.name])' as \(input.typeName)",
                notes: declaration.map { [Diagnostic.Note("its type is declared here", at: $0.range)] } ?? [],
                help: ["send a value of the type that the service expects" + alternative]))
    }

    /// Reports a value if the service accepts no word of the value, or nothing that the host can answer for it.
    private static func checkForm(of name: Name, for input: ServiceDescription.Input, _ names: inout UnitNames) {
        if let words = names.words(of: name.symbol), !input.form.words.isEmpty,
            !words.contains(where: input.form.words.contains)
        {
            return reportUnacceptedWords(of: name, for: input, &names)
        }
        let key = names.program.symbols[input.name]
        guard !input.form.isOpen, let value = names.unit.declarations.values[name.symbol], let first = value.asks.first
        else { return }
        // An ask for any text has no language, and its answer can be acceptable.
        let possible = value.asks.compactMap { $0.language(value, names.program.symbols) }
        guard possible.count == value.asks.count, let wanted = input.form.language(names.program.symbols),
            possible.allSatisfy({ $0.isDisjoint(with: wanted) })
        else { return }
        names.report(
            Diagnostic(
                .typeMismatch, at: first.stored.range,
                "the service rejects every possible value of '\(names.text(name))' as '\(key)'",
                subjects: [names.text(name), key],
                notes: [Diagnostic.Note("it is sent as '\(key)' here", at: name.range)],
                help: ["ask for what the service accepts: " + input.form.writtenForm(names.program.symbols)]))
    }

    /// Reports a value of type choice, none of whose words the service accepts for a key.
    private static func reportUnacceptedWords(
        of name: Name, for input: ServiceDescription.Input, _ names: inout UnitNames
    ) {
        let key = names.program.symbols[input.name]
        names.report(
            Diagnostic(
                .unknownWord, at: name.range,
                "the service accepts none of the words of '\(names.text(name))' as '\(key)'",
                subjects: [names.text(name), key],
                help: ["it accepts " + names.program.symbols.texts(input.form.words).joined(separator: ", ")]))
    }

    /// Checks that the service accepts a literal, or each item of a literal list, for a key.
    private static func check(
        _ literal: WrittenText, for input: ServiceDescription.Input, _ names: inout UnitNames
    ) {
        let key = names.program.symbols[input.name]
        if input.isSpread || input.type == .map {
            names.report(
                Diagnostic(
                    .typeMismatch, at: literal.range, "a literal text cannot be sent as '\(key)', which is a map",
                    subjects: [key], help: ["use from=\"…\" with a value of type map"]))
            return
        }
        if input.encoding == .number {
            names.checkNumber(literal.text, at: literal.range)
        } else {
            names.checkLiteral(literal.text, at: literal.range, fits: input.type)
        }
        for item in literal.items(ofType: input.type) { checkItem(item, at: literal.range, for: input, &names) }
    }

    /// Checks that the service accepts a text as the value of a key, or as an item of its list.
    private static func checkItem(
        _ item: String, at range: SourceRange, for input: ServiceDescription.Input, _ names: inout UnitNames
    ) {
        let key = names.program.symbols[input.name]
        if !input.form.words.isEmpty,
            !names.program.symbols.names(input.form.words).contains(ByteString(item))
        {
            names.report(names.wording.unknownWord(item, at: range, among: input.form.words))
        } else if let fault = input.form.requirementUnmet(by: item) {
            names.report(
                Diagnostic(
                    .typeMismatch, at: range, "the service does not accept '\(item)' as '\(key)'",
                    subjects: [item, key], help: [fault]))
        }
    }
}

extension ServiceDescription.Input {
    /// Returns whether a value of a type can be sent for this key.
    fileprivate func accepts(_ given: SlotType) -> Bool {
        if isSpread { return given.fits(.map) }
        if encoding == .number { return given == .digits || given == .seconds || given == .text }
        // A flag is sent as text if the service expects text.
        return given.fits(type) || (given == .flag && type.shape == .text)
    }

    /// The type that the key expects, as messages name it.
    fileprivate var typeName: String {
        isSpread ? "a map" : encoding == .number ? "a number" : type.name
    }
}

extension AskSyntax {
    /// Returns the texts that the host can answer for a value; nil if it can answer any, or the pattern is invalid.
    fileprivate func language(_ value: ValueDefinition, _ symbols: SymbolTable) -> TextLanguage? {
        let flags: [ByteString] = value.type == .flag ? ["true", "false"] : []
        return TextLanguage(
            words: words.isEmpty ? flags : symbols.names(words.map(\.symbol)), ignoringCase: ignoresCase,
            isDigits: value.type == .digits, length: length, pattern: pattern?.text)
    }
}

extension KeyForm {
    /// Returns the texts that the service accepts, or nil if it accepts any text or its pattern is invalid.
    fileprivate func language(_ symbols: SymbolTable) -> TextLanguage? {
        TextLanguage(words: symbols.names(words), length: length, pattern: pattern?.text)
    }

    /// Returns the form for a help line, such as `one of sms, email` or `length="6"`.
    fileprivate func writtenForm(_ symbols: SymbolTable) -> String {
        [
            words.isEmpty ? nil : "one of " + symbols.texts(words).joined(separator: ", "),
            length.map { "length=\"\($0)\"" }, pattern.map { "pattern=\"\($0.text)\"" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns the requirement on length or pattern that a text does not meet, or nil if it meets both.
    fileprivate func requirementUnmet(by text: String) -> String? {
        if let length, text.unicodeScalars.count != length { return "its length must be \(length)" }
        guard let pattern, case .success(let automaton) = PatternCompiler.compile(pattern.text),
            !automaton.matches(text.utf8)
        else { return nil }
        return "it must match \(pattern.text)"
    }
}
