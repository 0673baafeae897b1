/// Whether a condition is satisfiable.
package enum Verdict: Sendable, Hashable {
    /// Some data satisfy the condition.
    case satisfiable
    /// No data satisfy the condition.
    case unsatisfiable
    /// The solver reached its work limit.
    case tooComplex
}
