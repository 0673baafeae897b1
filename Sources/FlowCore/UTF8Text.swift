/// Comparisons of text as UTF-8 bytes: exact, and free of Unicode tables, which an embedded program does without.
package enum UTF8Text {
    /// Whether two texts have the same bytes.
    @inline(__always)
    package static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }

    /// Whether a text has these bytes.
    @inline(__always)
    package static func same(_ left: String, _ right: UnsafeRawBufferPointer) -> Bool {
        left.utf8.count == right.count && left.utf8.elementsEqual(right)
    }

    /// Whether a text has these bytes, ASCII letters compared without regard to case.
    package static func sameFolded(_ left: String, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.utf8.count == right.count else { return false }
        var index = 0
        for byte in left.utf8 {
            if folded(byte) != folded(right[index]) { return false }
            index += 1
        }
        return true
    }

    /// Whether two texts are the same, ASCII letters compared without regard to case.
    package static func sameFolded(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8) { folded($0) == folded($1) }
    }

    /// Whether `text` holds these bytes somewhere.
    package static func contains(_ text: String, _ part: UnsafeRawBufferPointer) -> Bool {
        if part.isEmpty { return true }
        var start = text.utf8.startIndex
        var left = text.utf8.count
        while left >= part.count {
            if text.utf8[start...].starts(with: part) { return true }
            start = text.utf8.index(after: start)
            left -= 1
        }
        return false
    }

    /// Whether `text` starts with `prefix`.
    package static func hasPrefix(_ text: String, _ prefix: String) -> Bool {
        text.utf8.starts(with: prefix.utf8)
    }

    /// The words of a text, separated by spaces.
    package static func words(_ text: String) -> [String] {
        text.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
}
