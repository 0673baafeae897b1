/// A passkey registration that was started but not completed.
struct PasskeyRegistration: Sendable, Codable {
    let challenge: [UInt8]
    let clientID: String
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
}
