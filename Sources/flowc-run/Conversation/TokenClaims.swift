import FlowCore
import Foundation

/// What a token says of itself. Nothing is verified: it is for people to read.
enum TokenClaims {
    /// The claims of a JSON Web Token (RFC 7519) in its compact form; nothing for any other text.
    static func of(_ token: String) -> [WireMember]? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, json(parts[0])?["alg"] != nil else { return nil }
        return json(parts[1])?.members
    }

    /// The object in base64 for URLs without padding (RFC 7515, section 2).
    private static func json(_ part: Substring) -> WireValue? {
        var text = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text).flatMap { WireValue(json: Array($0)) }
    }

    /// A secret as it may be shown: the claims of a token, of anything else only how long it is.
    static func words(_ secret: WireValue) -> WireValue {
        guard let text = secret.string else { return .string("(not shown)") }
        if let claims = of(text) { return .object(claims.map { WireMember($0.name, readable($0)) }) }
        return .string("(not shown, \(text.utf8.count) characters)")
    }

    /// A claim with its instant in words: names and meaning of these are RFC 7519's and OpenID Connect's.
    private static func readable(_ claim: WireMember) -> WireValue {
        guard ["exp", "iat", "nbf", "auth_time"].contains(claim.name), case .number(let digits) = claim.value,
            let seconds = Double(digits), abs(seconds) < 1e11
        else { return claim.value }
        let instant = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        return .string("\(digits) (\(instant))")
    }
}
