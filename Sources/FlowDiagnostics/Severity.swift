/// How much a finding weighs.
package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// No output is made.
    case error
    /// Output is made; the author should look.
    case warning
    /// Not shown.
    case ignored
}
