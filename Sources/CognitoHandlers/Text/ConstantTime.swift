/// Comparisons of secrets.
package enum ConstantTime {
    /// Whether two texts have the same bytes. The time that it takes tells their lengths, and not how much of them is the same.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
