/// A device of a user.
struct PoolDevice: Sendable, Codable {
    let key: String
    let groupKey: String
    /// What ConfirmDevice brought; without it the device is only announced.
    var password: PasswordRecord?
    var name: String?
    var isRemembered = false
    let createdAt: Int64
    var lastUsedAt: Int64

    /// Whether it was confirmed.
    var isConfirmed: Bool { password != nil }
}
