/// A blank of an attribute where a line may be wrapped.
struct BreakPoint {
    /// The offset of the blank.
    let offset: Int
    /// The number of columns before the blank.
    let column: Int
    /// The precedence of the `and` or `or` after the blank; nil before any other word.
    ///
    /// It grows with the depth of parentheses, so that the outermost clauses are wrapped first.
    let rank: Int?

    /// Returns whether wrapping here is better than at an earlier point.
    func isBetter(than other: BreakPoint) -> Bool {
        guard let rank else { return other.rank == nil }
        return rank <= (other.rank ?? rank)
    }
}
