extension OneTimePassword {
    /// Returns the URI for an authenticator app's QR code, which contains the secret.
    ///
    /// The URI is in Google Authenticator's key URI format: `otpauth://totp/Issuer:account?secret=…`. It omits parameters
    /// with the apps' default values, which are SHA-1, 6 digits and 30 seconds.
    /// - Parameters:
    ///   - account: the account's label, such as the user name.
    ///   - issuer: the issuer's label, such as the app's name, which authenticator apps show with the account.
    /// - Returns: the URI, with both labels percent-encoded.
    public func uri(account: String, issuer: String? = nil) -> String {
        let issuerLabel = issuer.flatMap { $0.isEmpty ? nil : Self.percentEncoded($0) }
        let label = (issuerLabel.map { $0 + ":" } ?? "") + Self.percentEncoded(account)
        var query = "secret=" + secretText
        if let issuerLabel { query += "&issuer=" + issuerLabel }
        if algorithm != .sha1 { query += "&algorithm=" + algorithm.rawValue }
        if digits != 6 { query += "&digits=\(digits)" }
        if period != 30 { query += "&period=\(period)" }
        return "otpauth://totp/\(label)?\(query)"
    }

    /// Returns a text in which every UTF-8 byte is percent-encoded, except the unreserved characters of RFC 3986 section
    /// 2.3.
    ///
    /// The colon is encoded, because it separates issuer and account. A space becomes `%20` and not `+`, because apps
    /// show `+` unchanged.
    private static func percentEncoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                let prefix = byte < 16 ? "%0" : "%"
                result += Array((prefix + hex).utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
