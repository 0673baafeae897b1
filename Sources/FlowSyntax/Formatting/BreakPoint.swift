/// A blank of an attribute where a line may be wrapped.
struct BreakPoint {
    /// The offset of the blank.
    let offset: Int
    /// The columns before it.
    let column: Int
    /// The precedence of the following `and` or `or`; nil for other blanks.
    ///
    /// It includes the depth of parentheses.
    let rank: Int?

    /// Whether wrapping here is better than at an earlier point.
    func isBetter(than other: BreakPoint) -> Bool {
        guard let rank else { return other.rank == nil }
        return rank <= (other.rank ?? rank)
    }
}
