import FlowAutomata
import FlowDiagnostics
import FlowModel

extension UnitNames {
    /// Checks that what stands in for an answer could be one: it is stored as it is written.
    mutating func checkFallback(of ask: AskDeclaration, _ type: ValueType) {
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

    private func isNumber(_ name: Symbol) -> Bool {
        guard let value = unit.declarations.values[name], value.isConstant, value.type == .text else { return false }
        return value.asks.contains { $0.fallback.flatMap { Int($0.text) } != nil }
    }

    private func misfit(_ fallback: WrittenText, _ what: String) -> Diagnostic {
        Diagnostic(
            .typeMismatch, at: fallback.range, "the default '\(fallback.text)' \(what)", subjects: [fallback.text],
            help: ["give a default that the host could give, too"])
    }

    /// Checks that a limit of time is a number, a value of digits, or a constant that is a number.
    mutating func checkLimitOfTime(_ name: Name) {
        guard Int(text(name)) == nil, let type = value(name), type != .digits, !isNumber(name.symbol) else { return }
        report(
            Diagnostic(
                .typeMismatch, at: name.range,
                "'\(text(name))' limits the time, but is of type \(type.rawValue): where it holds no number, nothing does",
                subjects: [text(name)], help: ["give it the type digits, or write a number of seconds"]))
    }
}
