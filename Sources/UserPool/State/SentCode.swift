/// A code that was sent to a user.
struct SentCode: Sendable, Codable {
    let code: String
    /// The attribute that the code was sent to and verifies; empty if no code was really sent.
    let attribute: String
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
    /// The number of wrong codes since it was sent.
    var attempts = 0
}
