/// The result of a sign-out.
public enum AuthSignOutResult: Sendable {
    /// The sessions at the service have ended, and the tokens were removed from this device.
    case complete
    /// The tokens were removed from this device, but sessions at the service may not have ended.
    ///
    /// The errors explain why: the service did not answer, or the tokens could not be read.
    case partial(revokeTokenError: AuthError?, globalSignOutError: AuthError?)
    /// This device may still have tokens. Call `signOut` again.
    case failed(AuthError)

    /// Whether the tokens were removed from this device.
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

        /// Creates options. By default, only this device is signed out.
        public init(globalSignOut: Bool = false) {
            self.globalSignOut = globalSignOut
        }
    }
}
