/// Who is there.
public enum UserState: String, Sendable {
    /// A signed-in user.
    case signedIn
    /// Nobody.
    case signedOut
    /// A user whose tokens of another provider are no longer accepted; never told, as there is no federation.
    case signedOutFederatedTokensInvalid
    /// A user whose tokens are no longer accepted: a sign-in, or ``AWSMobileClient/releaseSignInWait()``, ends the wait
    /// for them.
    case signedOutUserPoolsTokenInvalid
    /// A guest of an identity pool; never told.
    case guest
    /// Not initialised.
    case unknown
}
