/// The result of playing a scenario.
package struct ScenarioResult: Sendable {
    /// The first difference between a conversation and its scenario.
    package struct Mismatch: Sendable, Equatable {
        /// The number of the line in the scenario's file.
        package let lineNumber: Int
        /// The expected line.
        package let expected: String
        /// The flow's output, or the invalid line of the scenario.
        package let got: String
    }

    /// The name of the scenario.
    package let name: String
    /// The first mismatch, at which the player stops; nil if there is none.
    package let mismatch: Mismatch?
    /// The numbers of the transitions taken.
    package let transitions: Set<Int>

    /// Whether the conversation matched the scenario.
    package var passed: Bool { mismatch == nil }
}
