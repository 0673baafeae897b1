/// A device that a user has signed in with.
struct PoolDevice: Sendable, Codable {
    let key: String
    let groupKey: String
    /// The verifier from `ConfirmDevice`; nil before confirmation.
    var password: PasswordRecord?
    var name: String?
    var isRemembered = false
    let createdAt: Int64
    var lastUsedAt: Int64

    /// Whether `ConfirmDevice` has stored its verifier.
    var isConfirmed: Bool { password != nil }
}
