import CognitoHandlers

/// A user's authenticator app.
struct SoftwareToken: Sendable, Codable {
    /// The base32 secret.
    let secret: String
    /// The name that the user gave the app.
    var name: String?
    /// The time step of the last accepted code, since no code is accepted twice.
    var lastStep: Int64 = -1

    /// Returns the time step of a code: the previous, current or next one; nil if the code is wrong.
    func timeStep(of code: String, at now: Int64) -> Int64? {
        try? OneTimePassword(base32: secret).step(of: code, at: now)
    }
}
