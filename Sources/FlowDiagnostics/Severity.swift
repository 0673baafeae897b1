/// The severity of a finding.
package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The compiler writes no output.
    case error
    /// The compiler writes output, but the author should check it.
    case warning
    /// The finding is not shown.
    case ignored
}
