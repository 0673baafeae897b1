/// Comparisons of secrets.
package enum ConstantTime {
    /// Whether the bytes are the same. The time that it takes shows how many they are, and not how many of them are the same.
    package static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether the texts have the same bytes.
    package static func isSame(_ left: String, _ right: String) -> Bool { isSame(Array(left.utf8), Array(right.utf8)) }
}
