/// Validates UTF-8 (RFC 3629).
enum UTF8Check {
    /// Returns whether the bytes from `start` up to `end` are valid UTF-8.
    static func isValid(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Bool {
        var index = start
        while index < end {
            let first = bytes[index]
            if first < 0x80 {
                index += 1
                continue
            }
            guard let length = sequenceLength(first), index + length <= end else { return false }
            guard isSecondByte(bytes[index + 1], after: first) else { return false }
            // The other bytes are continuation bytes (10xxxxxx).
            for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return false }
            index += length
        }
        return true
    }

    /// Returns the length in bytes of the sequence that starts with a non-ASCII byte, or nil if no sequence can.
    private static func sequenceLength(_ first: UInt8) -> Int? {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    /// Returns whether a byte can be the second of the sequence that starts with `first`.
    ///
    /// A byte cannot if the sequence would be an overlong form, a surrogate, or a value above U+10FFFF.
    private static func isSecondByte(_ byte: UInt8, after first: UInt8) -> Bool {
        switch first {
        case 0xE0: byte >= 0xA0 && byte <= 0xBF
        case 0xED: byte >= 0x80 && byte <= 0x9F
        case 0xF0: byte >= 0x90 && byte <= 0xBF
        case 0xF4: byte >= 0x80 && byte <= 0x8F
        default: byte >= 0x80 && byte <= 0xBF
        }
    }
}
