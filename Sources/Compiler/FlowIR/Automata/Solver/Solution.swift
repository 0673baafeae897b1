/// The solver's answer to a question, with data that satisfy the conditions.
package enum Solution: Sendable, Hashable {
    /// Some data satisfy the conditions. The phrases describe them, such as `password is absent`; [] means any data.
    case satisfiable([String])
    /// No data satisfy the conditions.
    case unsatisfiable
    /// The solver reached its work limit.
    case tooComplex

    /// The answer without the description of the data.
    package var verdict: Verdict {
        switch self {
        case .satisfiable: .satisfiable
        case .unsatisfiable: .unsatisfiable
        case .tooComplex: .tooComplex
        }
    }
}

/// Whether a condition is satisfiable.
package enum Verdict: Sendable, Hashable {
    /// Some data satisfy the condition.
    case satisfiable
    /// No data satisfy the condition.
    case unsatisfiable
    /// The solver reached its work limit.
    case tooComplex
}
