import FlowAutomata
import FlowDiagnostics
import FlowModel
import FlowTable

extension UnitNames {
    /// Checks that a value fits where it goes.
    mutating func check(_ given: ValueType, of name: Name, into wanted: ValueType, _ what: String) {
        if given.fits(wanted) { return }
        report(
            Diagnostic(
                .typeMismatch, at: name.range,
                "'\(text(name))' is of type \(given.rawValue), but \(what) needs type \(wanted.rawValue)",
                help: ["use a value of type \(wanted.rawValue), or change the type of one of them"]))
    }

    /// Checks that a value fits into another, which must exist.
    mutating func check(_ given: ValueType, of name: Name, into target: Name) {
        guard let wanted = value(target) else { return }
        check(given, of: name, into: wanted, "'\(text(target))'")
    }

    /// Checks the source of something of a type.
    mutating func check(_ source: OperandSyntax, into wanted: ValueType, _ what: String) {
        for name in source.names {
            if let type = type(of: name.symbol) { check(type, of: name, into: wanted, what) }
        }
        guard let value = source.value else { return }
        guard wanted == .map else { return literal(value.text, at: value.range, into: wanted) }
        report(
            Diagnostic(
                .typeMismatch, at: value.range, "a literal text cannot be put into \(what), which is a map",
                help: ["merge it from an input of type map"]))
    }

    /// Checks that a literal can be a value of a type.
    mutating func literal(_ text: String, at range: SourceRange, into wanted: ValueType) {
        let (isFine, form) =
            switch wanted {
            case .flag: (text == "true" || text == "false", "'true' or 'false'")
            case .digits: (text.utf8.allSatisfy { (0x30...0x39).contains($0) }, "digits")
            case .seconds: (SlotType.seconds(text) != nil, "a number of seconds from 1 to 86400")
            case .session: (false, "a session, which only a reply can contain")
            default: (true, "")
            }
        if isFine { return }
        let help = wanted == .session ? "receive it from a reply with <receive>" : "write \(form)"
        report(
            Diagnostic(.typeMismatch, at: range, "'\(text)' is not \(form)", subjects: [text], help: [help]))
    }

    /// Checks what is shown: one name is one value, be it that which stands in for the other.
    mutating func check(_ show: ShowDeclaration) {
        guard source(show.source), let otherwise = show.source.otherwise, let other = type(of: otherwise.symbol) else {
            return
        }
        let type = show.source.value == nil ? show.source.from.flatMap { self.type(of: $0.symbol) } : .text
        if let type { check(other, of: otherwise, into: type, "the value that it replaces") }
    }
}

extension ValueType {
    /// The kinds of contents that values have.
    enum Shape {
        case text, list, map, flag
    }

    /// The contents of its values.
    var shape: Shape {
        switch self {
        case .list: .list
        case .map: .map
        case .flag: .flag
        case .text, .secret, .digits, .choice, .bytes, .session, .seconds, .instant: .text
        }
    }

    /// Whether a value of this type may go where one of another type is wanted, inside of a flow: lists to lists, maps to maps, flags to
    /// flags, text to text. That of a secret is no matter of types: labels follow it. A session is used up, and comes from nothing else: a
    /// text could be one that stands in the flow. Seconds limit the time, so that each of them was checked where it came from.
    func fits(_ wanted: ValueType) -> Bool {
        wanted == .session || wanted == .seconds ? self == wanted : shape == wanted.shape
    }
}

extension UnitNames {
    /// Checks that what stands in for an answer could be one: it is stored as it is written.
    mutating func checkFallback(of ask: AskSyntax, _ type: ValueType) {
        guard let fallback = ask.fallback else { return }
        literal(fallback, among: ask.words.map(\.symbol))
        guard !type.isCollection, type != .flag else { return }
        let count = findings.count
        literal(fallback.text, at: fallback.range, into: type)
        guard findings.count == count else { return }
        if let length = ask.length, fallback.text.unicodeScalars.count != length {
            return report(misfit(fallback, "has \(fallback.text.unicodeScalars.count) characters, not \(length)"))
        }
        guard let pattern = ask.pattern?.text, case .success(let compiled) = PatternCompiler.compile(pattern),
            !compiled.matches(fallback.text.utf8)
        else { return }
        report(misfit(fallback, "does not match '\(pattern)'"))
    }

    private func misfit(_ fallback: WrittenText, _ what: String) -> Diagnostic {
        Diagnostic(
            .typeMismatch, at: fallback.range, "the default '\(fallback.text)' \(what)", subjects: [fallback.text],
            help: ["use a default that the user could also enter"])
    }

    /// Checks that a limit of time is a number or a value of type seconds.
    mutating func checkLimitOfTime(_ name: Name) {
        guard Int(text(name)) == nil, let type = value(name), type != .seconds else { return }
        report(
            Diagnostic(
                .typeMismatch, at: name.range,
                "'\(text(name))' sets a time limit, but its type \(type.rawValue) need not be a number",
                subjects: [text(name)], help: ["declare it with type=\"seconds\", or write a number of seconds"]))
    }
}
