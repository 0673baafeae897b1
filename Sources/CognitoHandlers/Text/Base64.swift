#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 (RFC 4648 section 4).
enum Base64 {
    /// The text of bytes, padded.
    static func text(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

    /// The bytes of a text. The alphabet for URLs is taken too, as Amplify for JavaScript takes it; padding may lack.
    /// - Returns: nothing if the text is not base64.
    static func bytes(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        for place in digits.indices {
            switch digits[place] {
            case UInt8(ascii: "-"): digits[place] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): digits[place] = UInt8(ascii: "/")
            default: break
            }
        }
        if !digits.contains(UInt8(ascii: "=")) {
            digits += [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        }
        return Data(base64Encoded: Data(digits)).map { Array($0) }
    }
}
