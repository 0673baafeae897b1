import CognitoHandlers

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The secret and the account name to add to an authenticator app.
public struct TOTPSetupDetails: Sendable, Equatable {
    /// The base32 secret, for manual entry.
    public let sharedSecret: String
    /// The account name.
    public let username: String

    /// Creates details, for example in tests of the app.
    public init(sharedSecret: String, username: String) {
        self.sharedSecret = sharedSecret
        self.username = username
    }

    /// Returns the `otpauth` URI for authenticator apps and QR codes.
    ///
    /// It has the form `otpauth://totp/App:account?secret=…&issuer=App`.
    /// - Parameters:
    ///   - appName: the issuer that the authenticator app shows.
    ///   - accountName: the account name that the authenticator app shows; nil for ``username``.
    /// - Returns: the URI, which contains the secret.
    /// - Throws: ``AuthError/validation(_:_:_:_:)`` if the secret is not base32.
    public func getSetupURI(appName: String, accountName: String? = nil) throws -> URL {
        guard let generator = try? OneTimePassword(base32: sharedSecret),
            let url = URL(string: generator.uri(account: accountName ?? username, issuer: appName))
        else {
            throw AuthError.validation(
                "sharedSecret", "The secret for the authenticator app is not base32", "Start the set-up again")
        }
        return url
    }
}
