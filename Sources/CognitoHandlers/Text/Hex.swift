/// Hexadecimal text of numbers that may be secret: no branch and no table depends on a digit.
package enum Hex {
    /// Two lower-case digits a byte.
    package static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: digits(bytes), as: UTF8.self) }

    /// Two lower-case digits a byte, as ASCII.
    static func digits(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            let (high, low) = pair(byte)
            digits.append(high)
            digits.append(low)
        }
        return digits
    }

    /// The two digits of a byte, as ASCII.
    static func pair(_ byte: UInt8) -> (UInt8, UInt8) { (digit(byte >> 4), digit(byte & 15)) }

    /// A number's digits without leading zeros, at least one: how Cognito's clients send A.
    package static func number(_ bytes: some Sequence<UInt8>) -> String {
        let digits = text(bytes)
        let significant = digits.drop { $0 == "0" }
        return significant.isEmpty ? "0" : String(significant)
    }

    /// The bytes of a number of any length, as if an odd one had a zero in front.
    /// - Returns: nothing if the text is empty or holds something else than digits.
    package static func bytes(_ text: String) -> [UInt8]? {
        bytes(digits: Array(text.utf8))
    }

    /// The bytes of a number whose digits are ASCII; nil as for a text.
    static func bytes(digits: some BidirectionalCollection<UInt8>) -> [UInt8]? {
        guard !digits.isEmpty else { return nil }
        let (bytes, fault) = number(ofDigits: digits)
        return fault == 0 ? bytes : nil
    }

    /// The bytes of a number's digits, and zero if all are digits.
    static func number(ofDigits digits: some BidirectionalCollection<UInt8>) -> (bytes: [UInt8], fault: UInt8) {
        var bytes = [UInt8](repeating: 0, count: (digits.count + 1) / 2)
        var wrong: UInt8 = 0
        for (place, character) in digits.reversed().enumerated() {
            let (value, fault) = value(of: character)
            bytes[bytes.count - 1 - place / 2] |= value << UInt8(4 * (place & 1))
            wrong |= fault
        }
        return (bytes, wrong)
    }

    /// The digit of a value below 16: 39 lies between "9" + 1 and "a".
    private static func digit(_ value: UInt8) -> UInt8 {
        48 &+ value &+ (39 & (0 &- ((9 &- value) >> 7)))
    }

    /// The value of a digit, and ones if it is none.
    private static func value(of character: UInt8) -> (value: UInt8, fault: UInt8) {
        let decimal = character &- 48
        let letter = (character | 32) &- 97
        let isDecimal = isBelow(decimal, 10)
        let isLetter = isBelow(letter, 6)
        return ((decimal & isDecimal) | ((letter &+ 10) & isLetter), ~(isDecimal | isLetter))
    }

    /// Ones if a value is below a limit, else zeros.
    private static func isBelow(_ value: UInt8, _ limit: UInt16) -> UInt8 {
        UInt8(truncatingIfNeeded: barrier(UInt64((UInt16(value) &- limit) >> 8)))
    }
}
