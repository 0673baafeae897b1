/// A group of users.
struct PoolGroup: Sendable, Codable {
    let name: String
    var description: String?
    /// The IAM role of its members.
    var roleARN: String?
    /// The precedence: lower numbers first, nil last.
    var precedence: Int?
    /// The members' `sub`s.
    var members: Set<String> = []
    let createdAt: Int64
    var modifiedAt: Int64

    /// Orders the groups of a user by precedence, then by name.
    static func precedes(_ one: PoolGroup, _ other: PoolGroup) -> Bool {
        (one.precedence ?? .max, one.name) < (other.precedence ?? .max, other.name)
    }
}
