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

    /// Parses a number of any length. An odd number of digits gets a leading zero.
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

    /// Returns the value of an ASCII digit in either case. `fault` is all ones if it is invalid, else zero.
    private static func value(of character: UInt8) -> (value: UInt8, fault: UInt8) {
        let decimal = character &- UInt8(ascii: "0")
        // In ASCII, the bit 0x20 turns a letter into its lower case.
        let letter = (character | 0x20) &- UInt8(ascii: "a")
        let decimalMask = mask(ifBelow: 10, decimal)
        let letterMask = mask(ifBelow: 6, letter)
        return ((decimal & decimalMask) | ((letter &+ 10) & letterMask), ~(decimalMask | letterMask))
    }

    /// Returns all ones if a value is below a limit, else zero, without a branch.
    private static func mask(ifBelow limit: UInt16, _ value: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: barrier(UInt64((UInt16(value) &- limit) >> 8)))
    }
}
