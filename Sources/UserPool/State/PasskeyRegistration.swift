/// A passkey registration that was begun.
struct PasskeyRegistration: Sendable, Codable {
    let challenge: [UInt8]
    let clientID: String
    /// Seconds since 1970.
    let expiresAt: Int64
}
