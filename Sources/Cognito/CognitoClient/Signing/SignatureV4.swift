import Crypto

/// AWS Signature Version 4 of one request (IAM's user guide, "AWS Signature Version 4 for API requests").
package struct SignatureV4: Sendable {
    private static let algorithm = "AWS4-HMAC-SHA256"

    let credentials: AWSCredentials
    let region: String
    let service: String
    let time: UTCTime

    /// Prepares to sign a request, or to verify its signature.
    /// - Parameters:
    ///   - credentials: the credentials to sign with.
    ///   - region: the region, such as `eu-west-1`.
    ///   - service: the service's name in signatures, such as `cognito-idp`.
    ///   - time: the request's time, which the service compares with its own.
    package init(credentials: AWSCredentials, region: String, service: String, time: UTCTime) {
        self.credentials = credentials
        self.region = region
        self.service = service
        self.time = time
    }

    /// Signs a request with all of its header fields.
    /// - Parameters:
    ///   - method: the method, in capitals.
    ///   - path: the path, which must need no escaping.
    ///   - query: the query, escaped and sorted.
    ///   - fields: the header fields, including `Host`.
    ///   - body: the body.
    /// - Returns: the header fields in their order, followed by the signature's fields (`X-Amz-Date`, for temporary
    ///   credentials `X-Amz-Security-Token`, and `Authorization`).
    package func signedFields(
        method: String, path: String, query: String = "", fields: [HTTPField], body: [UInt8]
    ) -> [HTTPField] {
        var signed = fields + [HTTPField("X-Amz-Date", time.compact)]
        if let token = credentials.sessionToken { signed.append(HTTPField("X-Amz-Security-Token", token)) }
        let (names, text) = stringToSign(method, path, query, signed, body)
        let signature = Hexadecimal.text(Self.authenticationCode(for: text, key))
        let value =
            "\(Self.algorithm) Credential=\(credentials.accessKeyID)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
        return signed + [HTTPField("Authorization", value)]
    }

    /// Verifies the signature of a request in constant time.
    /// - Parameters:
    ///   - signature: the bytes of the signature.
    ///   - method: the method, in capitals.
    ///   - path: the path as sent.
    ///   - query: the query, escaped and sorted.
    ///   - fields: only the signed header fields.
    ///   - body: the body.
    /// - Returns: whether the signature is valid.
    package func isValid(
        _ signature: [UInt8], method: String, path: String, query: String = "", fields: [HTTPField], body: [UInt8]
    ) -> Bool {
        let text = stringToSign(method, path, query, fields, body).text
        return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: Array(text.utf8), using: key)
    }

    /// Returns the names of the signed headers, and the text to sign.
    private func stringToSign(
        _ method: String, _ path: String, _ query: String, _ fields: [HTTPField], _ body: [UInt8]
    ) -> (names: String, text: String) {
        let (names, lines) = Self.canonicalHeaders(fields)
        let request = [method, path, query, lines, names, Hexadecimal.text(SHA256.hash(data: body))]
        let digest = Hexadecimal.text(SHA256.hash(data: Array(request.joined(separator: "\n").utf8)))
        return (names, [Self.algorithm, time.compact, scope, digest].joined(separator: "\n"))
    }

    /// The credential scope: day, region and service.
    package var scope: String { "\(time.day)/\(region)/\(service)/aws4_request" }

    /// Returns the list of signed headers and the canonical headers.
    ///
    /// Headers are sorted by name. The values of one name are joined, and runs of blanks are collapsed.
    private static func canonicalHeaders(_ fields: [HTTPField]) -> (names: String, lines: String) {
        var values: [String: [String]] = [:]
        for field in fields {
            let words = field.value.split(whereSeparator: { $0 == " " || $0 == "\t" })
            values[field.name.lowercased(), default: []].append(words.joined(separator: " "))
        }
        let names = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let lines = names.map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }
        return (names.joined(separator: ";"), lines.joined())
    }

    /// The signing key of this day, region and service.
    private var key: SymmetricKey {
        var derivedKey = SymmetricKey(data: Array("AWS4\(credentials.secretAccessKey)".utf8))
        for part in [time.day, region, service, "aws4_request"] {
            derivedKey = SymmetricKey(data: Self.authenticationCode(for: part, derivedKey))
        }
        return derivedKey
    }

    /// Returns the HMAC-SHA256 of a text under a key.
    private static func authenticationCode(for text: String, _ key: SymmetricKey) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    }
}

/// Lower-case hexadecimal encoding.
private enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the encoded bytes, with two digits per byte.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let encoded = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
        return String(decoding: encoded, as: UTF8.self)
    }
}
