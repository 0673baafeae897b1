/// A code that was sent to a user.
struct SentCode: Sendable, Codable {
    let code: String
    /// Seconds since 1970.
    let expiresAt: Int64
    var attempts = 0
}
