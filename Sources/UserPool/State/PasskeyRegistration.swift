/// A pending passkey registration.
struct PasskeyRegistration: Sendable, Codable {
    let challenge: [UInt8]
    let clientID: String
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
}
