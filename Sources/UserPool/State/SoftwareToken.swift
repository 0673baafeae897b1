import CognitoHandlers

/// An authenticator app that was set up.
struct SoftwareToken: Sendable, Codable {
    /// The secret in base32.
    let secret: String
    /// The name that the user gave.
    var name: String?
    /// The step of the last code that was taken: no code counts twice.
    var lastStep: Int64 = -1

    /// The step whose code this is: of now, or one before or behind it.
    func step(of code: String, at now: Int64) -> Int64? {
        try? OneTimePassword(base32: secret).step(of: code, at: now)
    }
}
