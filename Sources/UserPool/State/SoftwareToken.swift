import CognitoHandlers

/// An authenticator app that is set up.
struct SoftwareToken: Sendable, Codable {
    /// The base32 secret.
    let secret: String
    /// The user's name for it.
    var name: String?
    /// The time step of the last accepted code. No code is accepted twice.
    var lastStep: Int64 = -1

    /// Returns the time step of a code: the current, previous or next one.
    func step(of code: String, at now: Int64) -> Int64? {
        try? OneTimePassword(base32: secret).step(of: code, at: now)
    }
}
