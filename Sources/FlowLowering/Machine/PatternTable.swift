import FlowAutomata
import FlowModel

/// The patterns of a flow, numbered in the order in which they are met.
struct PatternTable: Sendable {
    private(set) var patterns: [Pattern] = []
    private var numbers: [TextLiteral: PatternID] = [:]

    /// The number of a pattern.
    /// - Returns: nil if it is not a regular expression that a small automaton decides.
    mutating func number(_ source: String) -> PatternID? {
        let key = TextLiteral(source)
        if let known = numbers[key] { return known }
        guard case .success(let pattern) = PatternCompiler.compile(source) else { return nil }
        numbers[key] = patterns.count
        patterns.append(pattern)
        return patterns.count - 1
    }
}
