/// Operations on the UTF-8 bytes of texts. They need no Unicode tables, which embedded programs lack.
///
/// They work on plain buffers: the standard library's algorithms on strings would add kilobytes to embedded programs.
enum UTF8Text {
    /// Calls a closure with the bytes of a text, and returns its result.
    static func withBytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// Returns whether two texts have the same bytes.
    static func isSame(_ left: String, _ right: String) -> Bool { withBytes(right) { isSame(left, $0) } }

    /// Returns whether a text has these bytes.
    static func isSame(_ left: String, _ right: UnsafeRawBufferPointer) -> Bool {
        withBytes(left) { $0.count == right.count && starts($0, from: 0, with: right, isFolded: false) }
    }

    /// Returns whether a text has these bytes, ignoring ASCII case.
    static func isSameIgnoringCase(_ left: String, _ right: UnsafeRawBufferPointer) -> Bool {
        withBytes(left) { $0.count == right.count && starts($0, from: 0, with: right, isFolded: true) }
    }

    /// Returns a non-negative hash of a text's bytes (FNV-1a). With `isFolded`, ASCII letters count as lower case.
    static func hash(_ text: String, isFolded: Bool) -> Int {
        withBytes(text) { bytes in
            let (offsetBasis, prime): (UInt32, UInt32) = (0x811C_9DC5, 0x0100_0193)
            var hash = offsetBasis
            for byte in bytes { hash = (hash ^ UInt32(isFolded ? folded(byte) : byte)) &* prime }
            // A 32-bit `Int` cannot hold the highest bit.
            return Int(hash & 0x7FFF_FFFF)
        }
    }

    /// Returns whether two texts have the same bytes, ignoring ASCII case.
    static func isSameIgnoringCase(_ left: String, _ right: String) -> Bool {
        withBytes(right) { isSameIgnoringCase(left, $0) }
    }

    /// Returns whether `text` contains these bytes. Each mismatch spends fuel; without fuel, the result is false.
    static func contains(_ text: String, _ part: UnsafeRawBufferPointer, _ fuel: inout Fuel) -> Bool {
        withBytes(text) { bytes in
            var start = 0
            while start + part.count <= bytes.count, !fuel.isSpent {
                var same = 0
                while same < part.count, bytes[start + same] == part[same] { same += 1 }
                if same == part.count { return true }
                fuel.spend(1 + same)
                start += 1
            }
            return false
        }
    }

    /// Returns whether `text` starts with `prefix`.
    static func hasPrefix(_ text: String, _ prefix: String) -> Bool {
        withBytes(prefix) { part in
            withBytes(text) { $0.count >= part.count && starts($0, from: 0, with: part, isFolded: false) }
        }
    }

    /// Returns `text` without its first `count` bytes, or an empty text if `text` is shorter.
    static func dropping(_ count: Int, of text: String) -> String {
        withBytes(text) {
            String(decoding: UnsafeRawBufferPointer(rebasing: $0[min(count, $0.count)...]), as: UTF8.self)
        }
    }

    /// Returns the words of a text, which are separated by spaces.
    static func words(_ text: String) -> [String] { split(text, at: UInt8(ascii: " ")) }

    /// Returns the parts of a text between separators, without empty parts.
    static func split(_ text: String, at separator: UInt8) -> [String] {
        withBytes(text) { bytes in
            var parts: [String] = []
            var start = 0
            for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
                if index > start {
                    parts.append(
                        String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self))
                }
                start = index + 1
            }
            return parts
        }
    }

    /// Returns the decimal digits of a number, which must not be negative.
    static func decimalDigits(_ number: Int64) -> String {
        var digits: [UInt8] = []
        var rest = number
        repeat {
            digits.insert(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10), at: 0)
            rest /= 10
        } while rest > 0
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the number that 1 to 15 decimal digits stand for, or nil for any other text.
    static func number(_ text: String) -> Int64? {
        guard isDigits(text) else { return nil }
        return withBytes(text) { bytes in
            if bytes.isEmpty || bytes.count > 15 { return nil }
            var number: Int64 = 0
            for byte in bytes { number = number &* 10 + Int64(byte - UInt8(ascii: "0")) }
            return number
        }
    }

    /// Returns whether a text consists only of the digits 0 to 9. An empty text counts as digits.
    static func isDigits(_ text: String) -> Bool {
        withBytes(text) { bytes in
            for byte in bytes where byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") { return false }
            return true
        }
    }

    /// Returns the number of scalars: each has exactly one byte that is not a continuation byte (10xxxxxx).
    static func scalarCount(_ text: String) -> Int {
        withBytes(text) { bytes in
            var count = 0
            for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
            return count
        }
    }

    /// Returns whether `bytes` contains `part` at `start`, ignoring ASCII case if `isFolded`.
    ///
    /// At least as many bytes as `part` has must follow `start`.
    private static func starts(
        _ bytes: UnsafeRawBufferPointer, from start: Int, with part: UnsafeRawBufferPointer, isFolded: Bool
    ) -> Bool {
        for index in 0..<part.count {
            let (left, right) = (bytes[start + index], part[index])
            if left != right, !isFolded || folded(left) != folded(right) { return false }
        }
        return true
    }

    /// Returns the lower case of an ASCII letter, or any other byte as it is.
    private static func folded(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}

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
