import FlowAutomata
import FlowDiagnostics
import FlowModel

extension UnitNames {
    /// Checks the names and literals in a guard.
    mutating func check(_ guardClause: GuardDeclaration?) {
        guard let guardClause else { return }
        switch guardClause.condition {
        case .success(let tree): tree.forEachLeaf { check($0, in: guardClause) }
        case .failure(let fault):
            report(
                Diagnostic(
                    .guardSyntax, at: fault.range, fault.message,
                    help: fault.help.map { [$0] } ?? [
                        "a guard looks like: present password and not (flowType is userAuth or attempts below 3)"
                    ]))
        }
    }

    private mutating func check(_ test: GuardTest, in guardClause: GuardDeclaration) {
        switch test {
        case .fact(let name): checkFlag(name)
        case .present(let name): _ = value(name)
        case .contains(let name, let literal): checkItem(literal, of: name)
        case .equals(let name, let literal): checkEquality(name, literal)
        case .matches(let name, let literal):
            let start = literal.offset
            let isPattern = pattern(literal.text) {
                guardClause.source.range(of: start + $0.lowerBound..<start + $0.upperBound)
            }
            guard let type = value(name), isPattern else { return }
            check(type, of: name, into: .text, "'matches'")
        case .hasAll(let name, let list):
            guard let holder = value(name), let type = value(list) else { return }
            if !holder.fits(.map) { check(holder, of: name, into: .list, "'has-all'") }
            check(type, of: list, into: .list, "'has-all'")
        case .below(let name, _): counter(name)
        case .sent(let name): key(name)
        }
    }

    /// A bare name is a flag or a fact: of anything else a guard has to say what it asks.
    private mutating func checkFlag(_ name: Name) {
        guard let type = value(name), type != .flag else { return }
        report(
            Diagnostic(
                .typeMismatch, at: name.range, "'\(text(name))' is of type \(type.rawValue), not a flag",
                subjects: [text(name)], help: ["use 'present \(text(name))' to test whether it has a value"]))
    }

    private mutating func checkEquality(_ name: Name, _ literal: GuardLiteral) {
        guard let type = value(name) else { return }
        if let words = closedWords(of: name.symbol),
            !words.contains(where: { program.symbols[$0].utf8.elementsEqual(literal.text.utf8) })
        {
            report(wording.unknownWord(literal.text, at: literal.range, among: words))
        }
        if type == .flag || type == .digits || type == .seconds {
            self.literal(literal.text, at: literal.range, into: type)
        } else {
            check(type, of: name, into: .text, "a comparison with text")
        }
        guard let lengths = unit.declarations.values[name.symbol]?.lengths, !literal.text.utf8.isEmpty,
            !lengths.contains(literal.text.unicodeScalars.count)
        else { return }
        let list = lengths.sorted().map(String.init).joined(separator: " or ")
        report(
            Diagnostic(
                .typeMismatch, at: literal.range,
                "'\(text(name))' has \(list) characters and is never '\(literal.text)'",
                subjects: [text(name), literal.text], help: ["compare it with a possible value"]))
    }

    /// An item of a list that only has certain items.
    private mutating func checkItem(_ literal: GuardLiteral, of name: Name) {
        guard value(name) == .list, let words = closedWords(of: name.symbol),
            !words.contains(where: { program.symbols[$0].utf8.elementsEqual(literal.text.utf8) })
        else { return }
        report(wording.unknownWord(literal.text, at: literal.range, among: words))
    }

    /// Checks a pattern.
    /// - Returns: whether it is one.
    @discardableResult
    mutating func pattern(_ source: String, _ range: (Range<Int>) -> SourceRange) -> Bool {
        guard case .failure(let fault) = PatternCompiler.compile(source) else { return true }
        let part = fault.offset..<max(fault.offset, source.utf8.count)
        report(Diagnostic(.badPattern, at: range(part), fault.message))
        return false
    }
}
