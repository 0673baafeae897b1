import CognitoHandlers

/// The parsed `Authorization` header of a signed request.
struct Authorization: Sendable {
    /// The number of hexadecimal digits of a signature, which is an HMAC-SHA256.
    private static let signatureDigitCount = 64

    /// The id of the key that signed.
    let keyID: String
    /// The credential scope: day, region and service.
    let scope: String
    /// The names of the signed header fields, in lower case.
    let fieldNames: [String]
    /// The signature's bytes.
    let signature: [UInt8]

    /// Parses the header's value.
    /// - Returns: nil if the value is not a complete signature of version 4.
    init?(_ header: String) {
        let prefix = "AWS4-HMAC-SHA256 "
        guard header.hasPrefix(prefix) else { return nil }
        var parts: [Substring: Substring] = [:]
        for part in header.dropFirst(prefix.count).split(separator: ",") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        let credential = (parts["Credential"] ?? "").split(separator: "/", maxSplits: 1)
        guard credential.count == 2, let names = parts["SignedHeaders"], let digits = parts["Signature"],
            digits.utf8.count == Self.signatureDigitCount, let signature = Hex.bytes(String(digits))
        else { return nil }
        keyID = String(credential[0])
        scope = String(credential[1])
        fieldNames = names.split(separator: ";").map { $0.lowercased() }
        self.signature = signature
    }
}
