/// What came of a sign-out.
public enum AuthSignOutResult: Sendable {
    /// The service has answered, and this device has forgotten the tokens.
    case complete
    /// This device has forgotten the tokens. The errors say why sessions at the service may go on: the service did not answer, or the
    /// tokens could not be read.
    case partial(revokeTokenError: AuthError?, globalSignOutError: AuthError?)
    /// This device still has tokens. Call signOut again.
    case failed(AuthError)

    /// Whether this device has forgotten the tokens.
    public var signedOutLocally: Bool {
        if case .failed = self { return false }
        return true
    }
}

/// What a sign-out can be told; the names are Amplify's.
public enum AuthSignOutRequest {
    /// Options of ``AuthCategory/signOut(options:)``.
    public struct Options: Sendable {
        /// Whether all devices of the user are signed out.
        public var globalSignOut: Bool

        /// Options.
        public init(globalSignOut: Bool = false) {
            self.globalSignOut = globalSignOut
        }
    }
}
