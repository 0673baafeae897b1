/// Base64 (RFC 4648 section 4). Foundation's decoder is not used, because it accepts malformed text such as `====` and
/// differs between systems.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Returns the base64 text that encodes bytes, with padding.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: digits(bytes), as: UTF8.self)
    }

    /// Returns the ASCII digits that encode bytes, with padding, in one allocation if the sequence knows its length.
    static func digits(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(4 * bytes.underestimatedCount / 3 + 4)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            // The mask removes the bits of earlier digits.
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

    /// Returns the bytes that a base64 text encodes. The text may use the URL alphabet, as in Amplify for JavaScript.
    /// Padding is optional.
    /// - Returns: nil if the text contains other characters or nonzero unused bits, or has an impossible length.
    package static func bytes(_ text: String) -> [UInt8]? {
        guard let digits = unpaddedDigits(of: text) else { return nil }
        var result: [UInt8] = []
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            guard let digitValue = value(of: digit) else { return nil }
            // The mask removes the bits of earlier bytes.
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

/// Base32 (RFC 4648 section 6), in which authenticator apps read and show secrets.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The possible numbers of digits modulo 8. Each group of eight digits encodes five bytes, and the last one 1 to 5.
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
            // The shift and the mask below remove the bits of earlier digits.
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

    /// Returns the bytes that a base32 text encodes. The text may be in either case, lack padding, and contain spaces.
    /// - Returns: nil if the text contains other characters or nonzero unused bits, or has an impossible length.
    public static func bytes(_ text: String) -> [UInt8]? {
        guard let digits = unpaddedDigits(of: text) else { return nil }
        var result: [UInt8] = []
        var pending: UInt16 = 0
        var bits = 0
        for digit in digits {
            guard let digitValue = value(of: digit) else { return nil }
            // At most 7 bits are pending, so 12 remain with the new digit. The mask removes the bits of earlier bytes.
            pending = pending << 5 & 0x0FFF | digitValue
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

/// Hexadecimal encoding. Except in ``numberText(_:)``, no branch and no table access depends on a digit.
package enum Hex {
    /// Returns bytes as hexadecimal text, with two lower-case digits per byte.
    package static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: digits(bytes), as: UTF8.self) }

    /// Returns bytes as hexadecimal digits in ASCII, with two lower-case digits per byte.
    static func digits(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            let (high, low) = pair(byte)
            result.append(high)
            result.append(low)
        }
        return result
    }

    /// Returns the two digits of a byte in ASCII, the higher one first.
    static func pair(_ byte: UInt8) -> (UInt8, UInt8) { (digit(byte >> 4), digit(byte & 15)) }

    /// Returns the digits of a number without leading zeros, and "0" for zero.
    ///
    /// Cognito's clients send SRP's public values in this form. The time depends on the leading zeros, so the number
    /// must be public.
    package static func numberText(_ bytes: some Sequence<UInt8>) -> String {
        let digits = text(bytes)
        let significant = digits.drop { $0 == "0" }
        return significant.isEmpty ? "0" : String(significant)
    }

    /// Parses a hexadecimal number of any length. An odd number of digits gets a leading zero.
    /// - Returns: nil if the text is empty or contains anything but digits.
    package static func bytes(_ text: String) -> [UInt8]? {
        bytes(digits: Array(text.utf8))
    }

    /// Parses a number in ASCII digits.
    /// - Returns: nil if there are no digits, or other characters.
    static func bytes(digits: some BidirectionalCollection<UInt8>) -> [UInt8]? {
        guard !digits.isEmpty else { return nil }
        let (bytes, fault) = parsed(digits: digits)
        return fault == 0 ? bytes : nil
    }

    /// Parses digits without a branch on any of them. `fault` is zero if all digits are valid. Otherwise the bytes are
    /// meaningless.
    static func parsed(digits: some BidirectionalCollection<UInt8>) -> (bytes: [UInt8], fault: UInt8) {
        var bytes = [UInt8](repeating: 0, count: (digits.count + 1) / 2)
        var faults: UInt8 = 0
        // Beginning with the last digit, each two digits are a byte.
        for (place, character) in digits.reversed().enumerated() {
            let (value, fault) = value(of: character)
            bytes[bytes.count - 1 - place / 2] |= value << UInt8(4 * (place & 1))
            faults |= fault
        }
        return (bytes, faults)
    }

    /// Returns the digit of a value below 16 in ASCII, without a branch.
    private static func digit(_ value: UInt8) -> UInt8 {
        // All ones if the value is above 9, else zero.
        let letterMask = 0 &- ((9 &- value) >> 7)
        // In ASCII, there are 39 characters between "9" and "a".
        return UInt8(ascii: "0") &+ value &+ (39 & letterMask)
    }

    /// Returns the value of an ASCII digit in either case. `fault` is all ones if the digit is invalid, else zero.
    private static func value(of character: UInt8) -> (value: UInt8, fault: UInt8) {
        let decimal = character &- UInt8(ascii: "0")
        // In ASCII, the bit 0x20 turns a letter into its lower case.
        let letter = (character | 0x20) &- UInt8(ascii: "a")
        let decimalMask = mask(ifBelow: 10, decimal)
        let letterMask = mask(ifBelow: 6, letter)
        return ((decimal & decimalMask) | ((letter &+ 10) & letterMask), ~(decimalMask | letterMask))
    }

    /// Returns all ones if a value is below a limit, else zero, without a branch. Below the limit, the difference wraps
    /// around, so its high byte is all ones.
    private static func mask(ifBelow limit: UInt16, _ value: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: barrier(UInt64((UInt16(value) &- limit) >> 8)))
    }
}
