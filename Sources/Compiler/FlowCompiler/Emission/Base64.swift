/// Base64 (RFC 4648, section 4), in which text files contain tables.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func digits(_ bytes: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            // The group as 24 bits, padded with zeros. Each digit stands for six of them.
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for position in 0..<4 {
                let index = Int(bits >> UInt32(18 - 6 * position) & 0x3F)
                // A group of n bytes has n + 1 digits.
                digits.append(position <= group.count ? alphabet[index] : UInt8(ascii: "="))
            }
        }
        return digits
    }
}
