/// The result of a sign-out.
public enum AuthSignOutResult: Sendable {
    /// The service confirmed, and this device removed the tokens.
    case complete
    /// This device removed the tokens, but sessions at the service may remain.
    ///
    /// The errors give the reason: the service did not answer, or the tokens could not be read.
    case partial(revokeTokenError: AuthError?, globalSignOutError: AuthError?)
    /// This device still has tokens. Call `signOut` again.
    case failed(AuthError)

    /// Whether this device removed the tokens.
    public var signedOutLocally: Bool {
        if case .failed = self { return false }
        return true
    }
}

/// Amplify's namespace for the options of a sign-out.
public enum AuthSignOutRequest {
    /// Options of ``AuthCategory/signOut(options:)``.
    public struct Options: Sendable {
        /// Whether all devices of the user are signed out.
        public var globalSignOut: Bool

        /// Creates options.
        public init(globalSignOut: Bool = false) {
            self.globalSignOut = globalSignOut
        }
    }
}
