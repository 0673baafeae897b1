import CognitoHandlers

/// The parts of the header field `Authorization` of a signed request.
struct Authorization: Sendable {
    /// Which key signed.
    let keyID: String
    /// The day, region and service that the signature is for.
    let scope: String
    /// The names of the signed header fields, in lower case.
    let fieldNames: [String]
    /// The code.
    let signature: [UInt8]

    /// Reads the field's value.
    /// - Returns: `nil` if it is no signature of version 4.
    init?(_ text: String) {
        let algorithm = "AWS4-HMAC-SHA256 "
        guard text.hasPrefix(algorithm) else { return nil }
        var parts: [Substring: Substring] = [:]
        for part in text.dropFirst(algorithm.count).split(separator: ",") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        let credential = (parts["Credential"] ?? "").split(separator: "/", maxSplits: 1)
        guard credential.count == 2, let names = parts["SignedHeaders"], let code = parts["Signature"],
            code.utf8.count == 64, let signature = Hex.bytes(String(code))
        else { return nil }
        keyID = String(credential[0])
        scope = String(credential[1])
        fieldNames = names.split(separator: ";").map { $0.lowercased() }
        self.signature = signature
    }
}
