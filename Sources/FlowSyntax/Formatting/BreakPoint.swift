/// A blank of an attribute at which a line may end.
struct BreakPoint {
    /// The offset of the blank.
    let offset: Int
    /// The columns before it.
    let column: Int
    /// How closely the `and` or `or` behind it binds, parentheses counted; nil for other blanks.
    let rank: Int?

    /// True when a line ends better here than at a point before it.
    func isBetter(than other: BreakPoint) -> Bool {
        guard let rank else { return other.rank == nil }
        return rank <= (other.rank ?? rank)
    }
}
