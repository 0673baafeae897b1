/// The result of playing a scenario.
package struct ScenarioResult: Sendable {
    /// The first difference between a conversation and its scenario.
    package struct Mismatch: Sendable, Equatable {
        /// The line number in the scenario's file.
        package let lineNumber: Int
        /// The expected line.
        package let expected: String
        /// What the flow did.
        package let got: String
    }

    package let name: String
    /// The first mismatch, or nil. The play stops there.
    package let mismatch: Mismatch?
    /// The numbers of the transitions taken.
    package let transitions: Set<Int>

    /// Whether the conversation matched the scenario.
    package var passed: Bool { mismatch == nil }
}
