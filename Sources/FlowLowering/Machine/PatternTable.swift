import FlowAutomata
import FlowIR

/// The patterns of a flow, numbered in the order of their first mention.
struct PatternTable: Sendable {
    private(set) var patterns: Table<Pattern, Pattern> = []
    private var numbers: [TextLiteral: PatternID] = [:]

    /// Returns the number of a pattern, and adds it if it is new; nil if the compiler does not support the pattern.
    mutating func intern(_ source: String) -> PatternID? {
        let key = TextLiteral(source)
        if let known = numbers[key] { return known }
        guard case .success(let pattern) = PatternCompiler.compile(source) else { return nil }
        let id = patterns.add(pattern)
        numbers[key] = id
        return id
    }
}
