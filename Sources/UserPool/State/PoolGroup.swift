/// A group of users.
struct PoolGroup: Sendable, Codable {
    let name: String
    var description: String?
    /// The IAM role of its members.
    var roleARN: String?
    /// The group's rank: lower numbers come first, and nil last.
    var precedence: Int?
    /// The `sub` of each member.
    var members: Set<String> = []
    let createdAt: Int64
    var modifiedAt: Int64

    /// Returns whether a group comes before another: by precedence, then by name.
    static func precedes(_ group: PoolGroup, _ other: PoolGroup) -> Bool {
        (group.precedence ?? .max, group.name) < (other.precedence ?? .max, other.name)
    }
}
