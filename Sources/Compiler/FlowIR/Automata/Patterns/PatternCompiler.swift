/// Compiles the patterns of guards and asks to minimal automata.
///
/// A pattern always matches the whole text. It consists of:
/// - characters that match themselves, and `.`, which matches any Unicode scalar
/// - classes: `[a-z0-9_]` and `[^…]`
/// - escapes: `\d`, `\w`, `\s` (ASCII only), their complements `\D`, `\W`, `\S`, the controls `\n`, `\r`, `\t`, and `\`
///   before an ASCII punctuation mark except `_`
/// - quantifiers: `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`
/// - alternatives with `|`, and groups with `( )`
package enum PatternCompiler {
    /// The maximum number of states, and of byte classes, in a table.
    package static let maxSize = 255
    /// The maximum length of a pattern, in UTF-8 bytes.
    package static let maxLength = 4_096

    /// Compiles a pattern to its minimal automaton. The time is bounded for every source.
    package static func compile(_ source: String) -> Result<Pattern, PatternFault> {
        do throws(PatternFault) {
            return .success(try buildAutomaton(of: source))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the first syntax error in a pattern, or nil if the syntax is valid.
    ///
    /// A pattern with more than `maxLength` bytes has an error, too. This function does not build the automaton, so it
    /// does not detect that the automaton is too large.
    package static func syntaxFault(in source: String) -> PatternFault? {
        do throws(PatternFault) {
            _ = try parse(source)
            return nil
        } catch {
            return error
        }
    }

    /// Parses a pattern, and returns its syntax tree.
    ///
    /// - Throws: the syntax error, or an error if the pattern is too long
    private static func parse(_ source: String) throws(PatternFault) -> PatternNode {
        guard source.utf8.count <= maxLength else {
            throw PatternFault(offset: maxLength, message: "the pattern has more than \(maxLength) bytes; shorten it")
        }
        var parser = PatternParser(source)
        return try parser.parse()
    }

    /// Builds the minimal automaton of a pattern.
    ///
    /// - Throws: the error of a pattern that `parse` rejects, or `tooLarge` if the automaton does not fit into a table
    private static func buildAutomaton(of source: String) throws(PatternFault) -> Pattern {
        var subsets = SubsetConstruction(try ByteNFA(try parse(source)))
        guard let dfa = try subsets.build().minimized(maxStates: maxSize), dfa.classCount <= maxSize else {
            throw .tooLarge
        }
        // There are at most 255 states, so the number of a state fits into a byte.
        let next = dfa.next.map { UInt8(truncatingIfNeeded: $0) }
        return Pattern(source: source, classes: dfa.classes, next: next, accepts: dfa.accepts)
    }
}
