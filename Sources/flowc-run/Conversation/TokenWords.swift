import CognitoHandlers
import FlowCore
import Foundation

/// A secret for users to read: the claims of a token, of anything else only how long it is. Nothing is verified.
enum TokenWords {
    /// A secret as it may be shown.
    static func words(_ secret: JSONValue) -> JSONValue {
        guard let text = secret.string else { return .string("(not shown)") }
        if let claims = TokenClaims(text) { return .object(claims.all.map { JSONMember($0.name, readable($0)) }) }
        return .string("(not shown, \(text.utf8.count) characters)")
    }

    /// A claim with its instant in words: names and meaning of these are RFC 7519's and OpenID Connect's.
    private static func readable(_ claim: JSONMember) -> JSONValue {
        guard ["exp", "iat", "nbf", "auth_time"].contains(claim.name), case .number(let digits) = claim.value,
            let seconds = Double(digits), abs(seconds) < 1e11
        else { return claim.value }
        let instant = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        return .string("\(digits) (\(instant))")
    }
}
