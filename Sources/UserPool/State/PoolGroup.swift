/// A group of users.
struct PoolGroup: Sendable, Codable {
    let name: String
    var description: String?
    /// The role of AWS that its members may take.
    var roleARN: String?
    /// The group of the lowest number stands before all others; one without a number behind them.
    var precedence: Int?
    /// The members by their `sub`.
    var members: Set<String> = []
    let createdAt: Int64
    var modifiedAt: Int64

    /// Where it stands among the groups of a user: by its number, then by its name.
    static func precedes(_ one: PoolGroup, _ other: PoolGroup) -> Bool {
        (one.precedence ?? .max, one.name) < (other.precedence ?? .max, other.name)
    }
}
