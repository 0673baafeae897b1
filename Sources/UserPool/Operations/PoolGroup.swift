import FlowCore

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

extension PoolState {
    /// Returns the groups of the user whose `sub` is `id`, by precedence.
    func groups(of id: String) -> [PoolGroup] {
        groups.values.filter { $0.members.contains(id) }.sorted(by: PoolGroup.precedes)
    }

    /// Returns the claim `cognito:groups` of the user whose `sub` is `id`; empty if the user has no groups.
    func groupClaims(of id: String) -> [JSONMember] {
        let names = groups(of: id).map { JSONValue.string($0.name) }
        return names.isEmpty ? [] : [JSONMember("cognito:groups", .array(names))]
    }

    /// Returns the claims `cognito:roles` and `cognito:preferred_role` of the user whose `sub` is `id`.
    /// - Returns: an empty list if no group of the user has a role.
    func roleClaims(of id: String) -> [JSONMember] {
        let groups = groups(of: id).filter { $0.roleARN != nil }
        let roles = Set(groups.compactMap(\.roleARN)).sorted()
        guard let first = groups.first else { return [] }
        var claims = [JSONMember("cognito:roles", .array(roles.map { .string($0) }))]
        // If two roles have the highest precedence, neither is preferred (API reference, CreateGroup, Precedence).
        let preferred = Set(groups.filter { $0.precedence == first.precedence }.compactMap(\.roleARN))
        if preferred.count == 1, let role = preferred.first {
            claims.append(JSONMember("cognito:preferred_role", .string(role)))
        }
        return claims
    }
}
