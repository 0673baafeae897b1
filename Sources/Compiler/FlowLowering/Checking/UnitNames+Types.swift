import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// The destination of a value, in the words of a message.
enum TypedDestination {
    /// A value, input or output, whose type is declared.
    case typed(String)
    /// A literal, whose type follows from its form.
    case literal(String)
    /// An attribute, statement or operator that works with one type.
    case operation(String)

    /// Returns the clause of a message that states the type of the destination.
    func clause(_ type: SlotType) -> String {
        switch self {
        case .typed(let words), .literal(let words): "\(words) is of type \(type.name)"
        case .operation(let words): "\(words) needs type \(type.name)"
        }
    }

    /// Returns what the author can do about a value of another type than the destination.
    func help(wanting type: SlotType) -> String {
        switch self {
        case .typed: "use a value of type \(type.name), or change the type of the value or of its destination"
        case .literal, .operation: "use a value of type \(type.name), or change the type of the value"
        }
    }
}

extension UnitNames {
    /// Returns the finding about a value of type `given` that does not fit its destination of type `wanted`.
    ///
    /// `source` is the value in the words of the message.
    func typeMismatch(
        _ source: String, _ given: SlotType, at range: SourceRange, with wanted: SlotType,
        of destination: TypedDestination
    ) -> Diagnostic {
        Diagnostic(
            .typeMismatch, at: range, "\(source) is of type \(given.name), but \(destination.clause(wanted))",
            help: [destination.help(wanting: wanted)])
    }

    /// Reports a named value whose type does not fit the type of its destination.
    mutating func checkType(
        _ given: SlotType, of name: Name, fits wanted: SlotType, for destination: TypedDestination
    ) {
        if given.fits(wanted) { return }
        report(typeMismatch("'\(text(name))'", given, at: name.range, with: wanted, of: destination))
    }

    /// Checks that the type of a value fits the type of another value, which must exist.
    mutating func checkType(_ given: SlotType, of name: Name, fitsValue target: Name) {
        guard let wanted = requireValue(target) else { return }
        checkType(given, of: name, fits: wanted, for: .typed("the value '\(text(target))'"))
    }

    /// Checks that the values and the literal of an operand fit their destination. Ignores values that do not exist.
    mutating func checkOperand(_ operand: OperandSyntax, fits wanted: SlotType, for destination: TypedDestination) {
        for name in operand.names {
            if let type = type(of: name.symbol) { checkType(type, of: name, fits: wanted, for: destination) }
        }
        guard let value = operand.value else { return }
        guard wanted == .map else { return checkLiteral(value.text, at: value.range, fits: wanted) }
        report(
            Diagnostic(
                .typeMismatch, at: value.range,
                "'value' sets a text, but \(destination.clause(.map))",
                help: ["use from=\"…\" with a value of type map"]))
    }

    /// Reports a literal that is not of a type. Any text counts as a list or a map.
    mutating func checkLiteral(_ text: String, at range: SourceRange, fits wanted: SlotType) {
        switch wanted {
        case .flag where text != "true" && text != "false":
            reportLiteral(text, at: range, isNot: "'true' or 'false'")
        case .digits where !text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains):
            reportLiteral(text, at: range, isNot: "a sequence of digits")
        case .seconds where SlotType.seconds(text) == nil:
            reportLiteral(text, at: range, isNot: "a number of seconds from 1 to 86400")
        case .session:
            reportLiteral(
                text, at: range, isNot: "a session, which only a reply can contain",
                help: "receive it from a reply with <receive>")
        default: break
        }
    }

    /// Reports a literal that the runtime would send as a string, because it is not the text of a JSON number.
    mutating func checkNumber(_ text: String, at range: SourceRange) {
        let compiled = PatternCompiler.compile(#"-?(0|[1-9]\d*)(\.\d+)?((e|E)(\+|-)?\d+)?"#)
        guard case .success(let pattern) = compiled, !pattern.matches(text.utf8) else { return }
        reportLiteral(text, at: range, isNot: "a JSON number")
    }

    /// Reports a literal that does not have the form of its type.
    private mutating func reportLiteral(
        _ text: String, at range: SourceRange, isNot form: String, help: String? = nil
    ) {
        report(
            Diagnostic(
                .typeMismatch, at: range, "'\(text)' is not \(form)", subjects: [text],
                help: [help ?? "write \(form)"]))
    }

    /// Checks that the values of a `show` exist, and that the value in `else` has the type of what it replaces.
    mutating func check(_ show: ShowDeclaration) {
        guard requireValues(of: show.source), let otherwise = show.source.otherwise,
            let otherType = type(of: otherwise.symbol)
        else { return }
        guard show.source.value == nil, let from = show.source.from else {
            return checkType(otherType, of: otherwise, fits: .text, for: .literal("the literal that it replaces"))
        }
        guard let type = type(of: from.symbol) else { return }
        checkType(otherType, of: otherwise, fits: type, for: .typed("'\(text(from))', which it replaces,"))
    }
}

extension SlotType {
    /// The representation of a value at run time.
    enum Shape {
        case text, list, map, flag
    }

    var shape: Shape {
        switch self {
        case .list: .list
        case .map: .map
        case .flag: .flag
        case .text, .secret, .digits, .choice, .bytes, .session, .seconds, .instant: .text
        }
    }

    /// Returns whether a value of this type can be stored in a flow as a value of another type.
    ///
    /// Both types must have the same shape. Only a session can be stored as a session, so that each one comes from a
    /// reply. Only seconds can be stored as seconds, so that every limit is checked where it enters the flow. A secret
    /// can be stored as any text, because the taint analysis tracks secrets through values of all types.
    func fits(_ wanted: SlotType) -> Bool {
        wanted == .session || wanted == .seconds ? self == wanted : shape == wanted.shape
    }
}

extension UnitNames {
    /// Checks that the default of an input has the words, type, length and pattern that the input requires.
    mutating func checkDefault(of ask: AskSyntax, _ type: SlotType) {
        guard let fallback = ask.fallback else { return }
        requireWord(fallback, among: ask.words.map(\.symbol))
        // The resolver of names checks defaults of flags and maps. A list can have any items.
        guard !type.isCollection, type != .flag else { return }
        // A default of the wrong type is reported only as such.
        let findingCount = findings.count
        checkLiteral(fallback.text, at: fallback.range, fits: type)
        guard findings.count == findingCount else { return }
        if let length = ask.length, fallback.text.unicodeScalars.count != length {
            let count = fallback.text.unicodeScalars.count
            return report(unacceptedDefault(fallback, "has length \(count), not \(length)"))
        }
        guard let pattern = ask.pattern?.text, case .success(let compiled) = PatternCompiler.compile(pattern),
            !compiled.matches(fallback.text.utf8)
        else { return }
        report(unacceptedDefault(fallback, "does not match '\(pattern)'"))
    }

    /// Reports attributes of an ask, input or value that apply only to texts, if its values are not texts.
    mutating func checkRestrictions(of ask: AskSyntax, _ type: SlotType) {
        guard type.shape != .text else { return }
        let attributes = [
            ("length", ask.length.map { _ in ask.name.range }), ("pattern", ask.pattern?.range),
            ("offered", ask.offered?.range), ("meant", ask.meant?.range),
        ]
        for case (let attribute, let range?) in attributes {
            report(
                Diagnostic(
                    .conflictingAttributes, at: range,
                    "'\(attribute)' applies only to texts, but '\(text(ask.name))' is of type \(type.name)",
                    subjects: [attribute], help: ["remove '\(attribute)', or use another type"]))
        }
    }

    /// Returns the finding about a default that its input would not accept; `fault` says why, as a predicate.
    private func unacceptedDefault(_ fallback: WrittenText, _ fault: String) -> Diagnostic {
        Diagnostic(
            .typeMismatch, at: fallback.range, "the default '\(fallback.text)' \(fault)", subjects: [fallback.text],
            help: ["use a default that the input accepts"])
    }

    /// Checks that a time limit is a number or the name of a value of type seconds.
    mutating func checkTimeLimit(_ name: Name) {
        guard Int(text(name)) == nil, let type = requireValue(name), type != .seconds else { return }
        report(
            Diagnostic(
                .typeMismatch, at: name.range,
                "'\(text(name))' sets a time limit, but is of type \(type.name), not seconds",
                subjects: [text(name)], help: ["declare it with type=\"seconds\", or write a number of seconds"]))
    }
}
