import FlowCore

extension PoolState {
    /// The groups of a user, in the order in which they take precedence.
    func groups(of id: String) -> [PoolGroup] {
        groups.values.filter { $0.members.contains(id) }.sorted(by: PoolGroup.precedes)
    }

    /// The claim of both tokens that names the groups of a user; none for a user without groups.
    func groupClaim(of id: String) -> [JSONMember] {
        let names = groups(of: id).map { JSONValue.string($0.name) }
        return names.isEmpty ? [] : [JSONMember("cognito:groups", .array(names))]
    }

    /// The claims of id tokens that name the roles of a user's groups.
    func roleClaims(of id: String) -> [JSONMember] {
        let groups = groups(of: id).filter { $0.roleARN != nil }
        let roles = Set(groups.compactMap(\.roleARN)).sorted()
        guard let first = groups.first else { return [] }
        var claims = [JSONMember("cognito:roles", .array(roles.map { .string($0) }))]
        // Of two roles that stand at the same place neither is preferred (API reference, CreateGroup, Precedence).
        let preferred = Set(groups.filter { $0.precedence == first.precedence }.compactMap(\.roleARN))
        if preferred.count == 1, let role = preferred.first {
            claims.append(JSONMember("cognito:preferred_role", .string(role)))
        }
        return claims
    }
}
