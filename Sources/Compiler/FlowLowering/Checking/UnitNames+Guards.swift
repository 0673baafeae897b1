import FlowDiagnostics
import FlowIR
import FlowTable

extension UnitNames {
    /// Checks the names, literals and patterns in a guard, or reports its syntax error.
    mutating func check(_ guardClause: GuardDeclaration?) {
        guard let guardClause else { return }
        switch guardClause.condition {
        case .success(let tree): tree.forEachLeaf { check($0, in: guardClause) }
        case .failure(let fault):
            report(
                Diagnostic(
                    .guardSyntax, at: fault.range, fault.message,
                    help: fault.help.map { [$0] } ?? [
                        "an example of a guard: present password and not (flowType is userAuth or attempts below 3)"
                    ]))
        }
    }

    /// Checks that the names in a test exist and have the types that it needs.
    private mutating func check(_ test: GuardTest, in guardClause: GuardDeclaration) {
        switch test {
        case .fact(let name): checkFlag(name)
        case .present(let name): _ = requireValue(name)
        case .contains(let name, let literal): checkItem(literal, of: name)
        case .equals(let name, let literal): checkEquality(name, literal)
        case .matches(let name, let literal):
            let start = literal.offset
            let isPattern = checkPattern(literal.text) {
                guardClause.source.range(of: start + $0.lowerBound..<start + $0.upperBound)
            }
            guard let type = requireValue(name), isPattern else { return }
            checkType(type, of: name, fits: .text, for: .operation("'matches'"))
        case .hasAll(let name, let list):
            guard let holder = requireValue(name), let type = requireValue(list) else { return }
            if !holder.fits(.map) { checkType(holder, of: name, fits: .list, for: .operation("'has-all'")) }
            checkType(type, of: list, fits: .list, for: .operation("'has-all'"))
        case .below(let name, _): requireCounter(name)
        case .sent(let name): requireKey(name)
        }
    }

    /// Checks that a name that is a test by itself is a flag or fact.
    private mutating func checkFlag(_ name: Name) {
        guard let type = requireValue(name), type != .flag else { return }
        report(
            Diagnostic(
                .typeMismatch, at: name.range, "'\(text(name))' is of type \(type.name), not a flag",
                subjects: [text(name)], help: ["use 'present \(text(name))' to test whether it has a value"]))
    }

    /// Checks that a value can equal the literal that it is compared with.
    private mutating func checkEquality(_ name: Name, _ literal: GuardLiteral) {
        guard let type = requireValue(name) else { return }
        if let words = possibleWords(of: name.symbol) { checkWord(literal, among: words) }
        if type == .flag || type == .digits || type == .seconds {
            checkLiteral(literal.text, at: literal.range, fits: type)
        } else {
            checkType(type, of: name, fits: .text, for: .operation("a comparison with 'is'"))
        }
        checkLength(of: name, canEqual: literal)
    }

    /// Reports a literal whose length the value cannot have. A guard may also test for the empty text.
    private mutating func checkLength(of name: Name, canEqual literal: GuardLiteral) {
        guard let lengths = unit.declarations.values[name.symbol]?.lengths, !literal.text.utf8.isEmpty,
            !lengths.contains(literal.text.unicodeScalars.count)
        else { return }
        let list = lengths.sorted().map(String.init).joined(separator: " or ")
        report(
            Diagnostic(
                .typeMismatch, at: literal.range,
                "'\(text(name))' has length \(list), so it is never '\(literal.text)'",
                subjects: [text(name), literal.text], help: ["compare it with a text of length \(list)"]))
    }

    /// Checks that a value exists, and that it can contain a literal.
    ///
    /// Only the items of a list whose possible items are known are checked.
    private mutating func checkItem(_ literal: GuardLiteral, of name: Name) {
        guard requireValue(name) == .list, let words = possibleWords(of: name.symbol) else { return }
        checkWord(literal, among: words)
    }

    /// Reports a literal that is not one of the possible words.
    private mutating func checkWord(_ literal: GuardLiteral, among words: [Symbol]) {
        if program.symbols.names(words).contains(ByteString(literal.text)) { return }
        report(wording.unknownWord(literal.text, at: literal.range, among: words))
    }

    /// Reports a pattern that the compiler does not support.
    ///
    /// - Parameters:
    ///   - source: the regular expression as it is written
    ///   - range: returns the place in the document of a range of UTF-8 offsets in `source`
    /// - Returns: whether the pattern is supported
    @discardableResult
    mutating func checkPattern(_ source: String, range: (Range<Int>) -> SourceRange) -> Bool {
        guard case .failure(let fault) = PatternCompiler.compile(source) else { return true }
        let part = fault.offset..<max(fault.offset, source.utf8.count)
        report(Diagnostic(.badPattern, at: range(part), fault.message))
        return false
    }
}
