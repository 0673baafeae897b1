/// Whether some data make a condition hold.
package enum Verdict: Sendable, Hashable {
    /// Some data do.
    case satisfiable
    /// None do.
    case unsatisfiable
    /// The bound of work was reached before it was known.
    case tooComplex
}
