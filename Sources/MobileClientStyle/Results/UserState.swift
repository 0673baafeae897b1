/// The state of the client's user.
public enum UserState: String, Sendable {
    /// A user is signed in.
    case signedIn
    /// No user is signed in.
    case signedOut
    /// Never reported: there is no federation.
    case signedOutFederatedTokensInvalid
    /// The user's tokens have expired or were revoked.
    ///
    /// Calls for tokens wait until a user signs in or the app calls ``AWSMobileClient/releaseSignInWait()``.
    case signedOutUserPoolsTokenInvalid
    /// Never reported: there is no identity pool.
    case guest
    /// The client is not initialized.
    case unknown
}
