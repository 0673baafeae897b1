/// Base32 (RFC 4648 section 6), in which authenticator apps read and show secrets.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The possible numbers of digits in the last group of eight, which encodes 1 to 5 bytes.
    private static let digitsOfLastGroup: Set<Int> = [0, 2, 4, 5, 7]

    /// Returns the base32 text that encodes bytes.
    /// - Parameters:
    ///   - bytes: the bytes to encode, such as a secret.
    ///   - isPadded: whether to pad the last group of eight digits with `=`. `otpauth` URIs omit padding.
    /// - Returns: the text, in upper case.
    public static func text(_ bytes: [UInt8], isPadded: Bool = false) -> String {
        var digits: [UInt8] = []
        var pending: UInt16 = 0
        var bits = 0
        for byte in bytes {
            pending = pending << 8 | UInt16(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                digits.append(alphabet[Int(pending >> UInt16(bits) & 31)])
            }
        }
        if bits > 0 { digits.append(alphabet[Int(pending << UInt16(5 - bits) & 31)]) }
        if isPadded { digits += [UInt8](repeating: padding, count: (8 - digits.count % 8) % 8) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes that a base32 text encodes. It may be in either case, lack padding, and contain spaces.
    /// - Returns: nil if it contains other characters, has an impossible number of digits, or has nonzero unused bits.
    public static func bytes(_ text: String) -> [UInt8]? {
        guard let digits = unpaddedDigits(of: text) else { return nil }
        var result: [UInt8] = []
        var pending: UInt16 = 0
        var bits = 0
        for digit in digits {
            guard let digitValue = value(of: digit) else { return nil }
            pending = pending << 5 & 0x1FFF | digitValue
            bits += 5
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: pending >> UInt16(bits)))
            }
        }
        let leftover = pending & (1 << UInt16(bits) - 1)
        return leftover == 0 ? result : nil
    }

    /// Returns the digits of a text without spaces and padding, or nil if their number or the padding is impossible.
    private static func unpaddedDigits(of text: String) -> [UInt8]? {
        var digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        let paddedCount = digits.count
        while digits.last == padding { digits.removeLast() }
        let paddingCount = paddedCount - digits.count
        // Padding must complete the last group of eight digits.
        guard paddingCount == 0 || paddedCount % 8 == 0 && paddingCount < 8 else { return nil }
        return digitsOfLastGroup.contains(digits.count % 8) ? digits : nil
    }

    /// Returns the value of a digit in either case, or nil if it is not in the alphabet.
    private static func value(of digit: UInt8) -> UInt16? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt16(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt16(digit - UInt8(ascii: "a"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt16(digit - UInt8(ascii: "2") + 26)
        default: nil
        }
    }
}
