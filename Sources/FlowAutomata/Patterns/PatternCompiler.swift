package import FlowModel

/// Compiles the patterns of guards and asks to automata.
///
/// The dialect: characters stand for themselves, `.` for any scalar; classes `[a-z0-9_]`, `[^…]`; escapes `\d \w \s`
/// (ASCII), `\D \W \S`, `\n \r \t`, and `\` before a mark for the mark; `* + ? {n} {n,} {n,m}`; `|`; `( )`. A pattern
/// always covers the whole text.
package enum PatternCompiler {
    /// The greatest number of states and of byte classes that the table has room for.
    package static let maxSize = 255
    /// The longest source of a pattern, in UTF-8 bytes.
    package static let longest = 4_096

    /// The smallest automaton of a pattern, or what is wrong with it. Takes bounded time for every source.
    package static func compile(_ source: String) -> Result<Pattern, PatternFault> {
        do throws(PatternFault) {
            return .success(try automaton(source))
        } catch {
            return .failure(error)
        }
    }

    /// A mistake in the form of a pattern, without its automaton, which may be too large all the same.
    package static func faultOfForm(_ source: String) -> PatternFault? {
        do throws(PatternFault) {
            _ = try parsed(source)
            return nil
        } catch {
            return error
        }
    }

    private static func parsed(_ source: String) throws(PatternFault) -> PatternNode {
        guard source.utf8.count <= longest else {
            throw PatternFault(offset: longest, message: "the pattern has more than \(longest) bytes")
        }
        var parser = PatternParser(source)
        return try parser.parse()
    }

    private static func automaton(_ source: String) throws(PatternFault) -> Pattern {
        var subsets = SubsetConstruction(try ByteNFA(try parsed(source)))
        guard let dfa = try subsets.build().minimised(maxStates: maxSize), dfa.classCount <= maxSize else {
            throw .tooLarge
        }
        let next = dfa.next.map { UInt8(truncatingIfNeeded: $0) }
        return Pattern(source: source, classes: dfa.classes, next: next, accepts: dfa.accepts)
    }
}
