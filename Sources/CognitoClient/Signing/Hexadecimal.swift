/// Lower-case hexadecimal encoding.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the encoded bytes, with two digits per byte.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let encoded = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
        return String(decoding: encoded, as: UTF8.self)
    }
}
