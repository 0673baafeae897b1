/// Comparisons of secrets in constant time.
package enum ConstantTime {
    /// Returns whether two arrays are equal. The time depends only on their lengths.
    package static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        // The loop combines the differing bits of all bytes, so it never ends early.
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns whether two texts have the same bytes. The time depends only on their lengths.
    package static func isSame(_ left: String, _ right: String) -> Bool { isSame(Array(left.utf8), Array(right.utf8)) }
}
