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
            let signature = Self.bytes(code)
        else { return nil }
        keyID = String(credential[0])
        scope = String(credential[1])
        fieldNames = names.split(separator: ";").map { $0.lowercased() }
        self.signature = signature
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let values = digits.utf8.map { byte in
            UInt8(String(UnicodeScalar(byte)), radix: 16)
        }
        guard values.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = values[index], let low = values[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
