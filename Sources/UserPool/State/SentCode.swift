/// A code that was sent to a user.
struct SentCode: Sendable, Codable {
    let code: String
    /// The attribute that it was sent to, which it verifies.
    let attribute: String
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
    var attempts = 0
}
