import CognitoHandlers
import FlowCore
import Foundation

/// Describes secrets without showing them.
enum TokenWords {
    /// Returns the claims of a token, without verifying it; for any other secret, a text with its length.
    static func description(of secret: JSONValue) -> JSONValue {
        guard let text = secret.string else { return .string("(not shown)") }
        if let claims = TokenClaims(text) {
            return .object(claims.all.map { JSONMember($0.name, displayValue(of: $0)) })
        }
        return .string("(not shown, \(text.utf8.count) characters)")
    }

    /// Returns the value of a claim, with the date added to a time (RFC 7519 and OpenID Connect).
    private static func displayValue(of claim: JSONMember) -> JSONValue {
        guard ["exp", "iat", "nbf", "auth_time"].contains(claim.name), case .number(let digits) = claim.value,
            let seconds = Double(digits), abs(seconds) < 1e11
        else { return claim.value }
        let instant = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        return .string("\(digits) (\(instant))")
    }
}
