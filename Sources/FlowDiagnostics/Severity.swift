/// The severity of a finding.
package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The compiler writes no table.
    case error
    /// The compiler writes the table, but the author should check the flow.
    case warning
    /// The compiler does not show the finding.
    case ignored
}
