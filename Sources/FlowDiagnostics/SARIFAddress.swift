/// Converts paths to URIs (RFC 3986).
enum SARIFAddress {
    /// Returns a relative reference for a relative path, otherwise a `file` URI.
    static func uri(ofPath path: String) -> String {
        (path.utf8.first == UInt8(ascii: "/") ? "file://" : "") + encoded(path)
    }

    /// Returns a text with all bytes percent-encoded except slashes and unreserved characters.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + hexadecimalDigit(byte >> 4) + hexadecimalDigit(byte & 0x0F)
            }
        }
        return result
    }

    /// Returns the hexadecimal digit of four bits.
    private static func hexadecimalDigit(_ nibble: UInt8) -> String {
        String(nibble, radix: 16, uppercase: true)
    }
}
