/// What came of a sign-out.
public enum AuthSignOutResult: Sendable {
    /// Everything is done.
    case complete
    /// This device has forgotten the tokens; the service was not told for the reasons given.
    case partial(revokeTokenError: AuthError?, globalSignOutError: AuthError?)
    /// Nothing changed.
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
