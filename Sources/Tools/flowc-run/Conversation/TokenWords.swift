import CognitoHandlers
import FlowCore
import Foundation

/// Describes secrets without showing them.
enum TokenWords {
    /// The claims whose values are times (RFC 7519 and OpenID Connect).
    private static let timeClaims: Set<String> = ["exp", "iat", "nbf", "auth_time"]
    /// The number of seconds since 1970 beyond which a time is shown without its date.
    private static let maxSeconds = 1e11

    /// Returns the claims of a token, without verifying it, or a note in place of any other secret.
    ///
    /// The note for a text contains its length.
    static func description(of secret: JSONValue) -> JSONValue {
        guard let text = secret.string else { return .string("(not shown)") }
        if let claims = TokenClaims(text) {
            return .object(claims.all.map { JSONMember($0.name, displayValue(of: $0)) })
        }
        return .string("(not shown, \(text.utf8.count) characters)")
    }

    /// Returns the value of a claim, with the date added to a time.
    private static func displayValue(of claim: JSONMember) -> JSONValue {
        guard timeClaims.contains(claim.name), case .number(let digits) = claim.value,
            let seconds = Double(digits), abs(seconds) < maxSeconds
        else { return claim.value }
        let instant = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        return .string("\(digits) (\(instant))")
    }
}
