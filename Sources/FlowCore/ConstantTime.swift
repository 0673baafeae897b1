/// Comparisons of secrets in constant time.
package enum ConstantTime {
    /// Returns whether the bytes are equal. The time depends on their number only.
    package static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns whether the texts have equal bytes.
    package static func isSame(_ left: String, _ right: String) -> Bool { isSame(Array(left.utf8), Array(right.utf8)) }
}
