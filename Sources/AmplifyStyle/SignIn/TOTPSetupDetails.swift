import CognitoFlows
import CognitoHandlers

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an authenticator app needs to make codes.
public struct TOTPSetupDetails: Sendable, Equatable {
    /// The secret in base32, for a user who types it in.
    public let sharedSecret: String
    /// Whose codes they are.
    public let username: String

    /// Details.
    public init(sharedSecret: String, username: String) {
        self.sharedSecret = sharedSecret
        self.username = username
    }

    /// As a flow's step shows them.
    init(_ step: StyleStep) {
        self.init(sharedSecret: step.text("sharedSecret") ?? "", username: step.text("username") ?? "")
    }

    /// The URI that authenticator apps open, also as a QR code: `otpauth://totp/App:account?secret=…&issuer=App`.
    /// - Parameters:
    ///   - appName: the issuer: what the authenticator app shows.
    ///   - accountName: whose codes they are; ``username`` by default.
    /// - Returns: the URI.
    /// - Throws: ``AuthError/validation(_:_:_:_:)`` where the secret is no base32.
    public func getSetupURI(appName: String, accountName: String? = nil) throws -> URL {
        guard let generator = try? OneTimePassword(base32: sharedSecret),
            let url = URL(string: generator.uri(account: accountName ?? username, issuer: appName))
        else {
            throw AuthError.validation(
                "sharedSecret", "The secret of the authenticator app cannot be read", "Begin the set-up again")
        }
        return url
    }
}
