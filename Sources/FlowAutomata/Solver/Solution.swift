/// The solver's answer about conditions that are to hold together.
package enum Solution: Sendable, Hashable {
    /// Data that make them hold, in words: `flowType is userSRP`, `password is absent`. Empty if any data do.
    case satisfiable([String])
    /// No data make them hold.
    case unsatisfiable
    /// The bound of work was reached before it was known.
    case tooComplex

    /// The answer without the data.
    package var verdict: Verdict {
        switch self {
        case .satisfiable: .satisfiable
        case .unsatisfiable: .unsatisfiable
        case .tooComplex: .tooComplex
        }
    }
}
