/// A code that was sent to a user.
struct SentCode: Sendable, Codable {
    let code: String
    /// The attribute whose value it was sent to: what it verifies.
    let attribute: String
    /// Seconds since 1970.
    let expiresAt: Int64
    var attempts = 0
}
