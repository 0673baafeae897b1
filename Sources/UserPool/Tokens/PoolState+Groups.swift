import FlowCore

extension PoolState {
    /// A user's groups, by precedence.
    func groups(of id: String) -> [PoolGroup] {
        groups.values.filter { $0.members.contains(id) }.sorted(by: PoolGroup.precedes)
    }

    /// The groups claim of both tokens; empty for a user without groups.
    func groupClaim(of id: String) -> [JSONMember] {
        let names = groups(of: id).map { JSONValue.string($0.name) }
        return names.isEmpty ? [] : [JSONMember("cognito:groups", .array(names))]
    }

    /// The role claims of ID tokens.
    func roleClaims(of id: String) -> [JSONMember] {
        let groups = groups(of: id).filter { $0.roleARN != nil }
        let roles = Set(groups.compactMap(\.roleARN)).sorted()
        guard let first = groups.first else { return [] }
        var claims = [JSONMember("cognito:roles", .array(roles.map { .string($0) }))]
        // Of two roles with the same precedence neither is preferred (API reference, CreateGroup, Precedence).
        let preferred = Set(groups.filter { $0.precedence == first.precedence }.compactMap(\.roleARN))
        if preferred.count == 1, let role = preferred.first {
            claims.append(JSONMember("cognito:preferred_role", .string(role)))
        }
        return claims
    }
}
