/// Base64 (RFC 4648 section 4). Foundation's decoder is not used, because it accepts malformed text such as `====` and
/// differs between systems.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Returns the base64 text that encodes bytes, with padding.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: digits(bytes), as: UTF8.self)
    }

    /// Returns the ASCII digits that encode bytes, with padding, in one allocation.
    static func digits(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(4 * bytes.underestimatedCount / 3 + 4)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = (pending << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                result.append(alphabet[Int(pending >> bits & 63)])
            }
        }
        if bits > 0 { result.append(alphabet[Int(pending << (6 - bits) & 63)]) }
        while result.count % 4 != 0 { result.append(padding) }
        return result
    }

    /// Returns the base64url text that encodes bytes (RFC 4648 section 5), without padding, as in WebAuthn.
    package static func urlText(_ bytes: some Sequence<UInt8>) -> String {
        let digits = text(bytes).utf8.compactMap { digit -> UInt8? in
            switch digit {
            case padding: nil
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: digit
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes that a base64 text encodes. It also accepts the URL alphabet, as Amplify for JavaScript does.
    /// Padding is optional.
    /// - Returns: nil if it contains other characters, has an impossible number of digits, or has nonzero unused bits.
    package static func bytes(_ text: String) -> [UInt8]? {
        guard let digits = unpaddedDigits(of: text) else { return nil }
        var result: [UInt8] = []
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            guard let digitValue = value(of: digit) else { return nil }
            pending = (pending << 6 | digitValue) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        let leftover = pending & (1 << bits - 1)
        return leftover == 0 ? result : nil
    }

    /// Returns the digits of a text without padding, or nil if their number or the padding is impossible.
    private static func unpaddedDigits(of text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        if digits.last == padding {
            guard digits.count % 4 == 0 else { return nil }
            digits.removeLast()
            if digits.last == padding { digits.removeLast() }
        }
        return digits.count % 4 == 1 ? nil : digits
    }

    /// Returns the value of a digit of either alphabet, or nil if it is in neither.
    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
