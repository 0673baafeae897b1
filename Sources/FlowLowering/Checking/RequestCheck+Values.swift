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
                    + "but the service wants '\(names.program.symbols[input.name])' as \(input.typeName)",
                help: ["send a value of the type that the service wants"]))
    }

    /// A choice that has none of the words that the service takes, or a code of another length.
    private static func checkForm(of name: Name, for input: ServiceDescription.Input, _ names: inout UnitNames) {
        let key = names.program.symbols[input.name]
        if let words = names.words(of: name.symbol), !input.form.words.isEmpty,
            !words.contains(where: input.form.words.contains)
        {
            names.report(
                Diagnostic(
                    .unknownWord, at: name.range,
                    "the service takes no word of '\(names.text(name))' as '\(key)'",
                    subjects: [names.text(name), key],
                    help: ["it takes " + names.program.symbols.texts(input.form.words).joined(separator: ", ")]))
        }
        guard let value = names.unit.declarations.values[name.symbol] else { return }
        if let lengths = value.lengths, let wanted = input.form.length, !lengths.contains(wanted) {
            let list = lengths.sorted().map(String.init).joined(separator: " or ")
            names.report(
                Diagnostic(
                    .typeMismatch, at: name.range,
                    "'\(names.text(name))' has \(list) characters, but the service wants \(wanted) in '\(key)'",
                    subjects: [names.text(name), key], help: ["ask for length=\"\(wanted)\""]))
        }
        guard let wanted = input.form.pattern, !value.asks.isEmpty,
            value.asks.allSatisfy({ $0.pattern.map { Self.exclude($0.text, wanted.text) } ?? false })
        else { return }
        names.report(
            Diagnostic(
                .typeMismatch, at: name.range,
                "nothing that '\(names.text(name))' can be matches '\(wanted.text)', as the service wants '\(key)'",
                subjects: [names.text(name), key], help: ["ask for what the service takes"]))
    }

    /// Whether no text matches both of two expressions.
    private static func exclude(_ one: String, _ other: String) -> Bool {
        guard case .success(let one) = PatternCompiler.compile(one),
            case .success(let other) = PatternCompiler.compile(other)
        else { return false }
        return one.isDisjoint(with: other)
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
                        .typeMismatch, at: literal.range, "the service does not take '\(item)' as '\(key)'",
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

extension KeyForm {
    /// What is wrong with a text; nothing if it has the form.
    fileprivate func fault(of text: String) -> String? {
        if let length, text.unicodeScalars.count != length { return "it has \(length) characters" }
        guard let pattern, case .success(let automaton) = PatternCompiler.compile(pattern.text),
            !automaton.matches(text.utf8)
        else { return nil }
        return "it matches \(pattern.text)"
    }
}
