/// What came of playing a scenario.
package struct ScenarioResult: Sendable {
    /// Where a conversation went another way than its scenario says.
    package struct Mismatch: Sendable, Equatable {
        /// The line of the scenario, as numbered in its file.
        package let lineNumber: Int
        /// What the line says.
        package let expected: String
        /// What the flow did.
        package let got: String
    }

    /// The scenario's name.
    package let name: String
    /// The first mismatch, if there is one; the play stops there.
    package let mismatch: Mismatch?
    /// Numbers of the transitions that were taken.
    package let transitions: Set<Int>

    /// Whether the conversation went as the scenario says.
    package var passed: Bool { mismatch == nil }
}
