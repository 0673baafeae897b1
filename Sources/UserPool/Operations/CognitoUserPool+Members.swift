import FlowCore

extension CognitoUserPool {
    /// AdminAddUserToGroup: nothing changes for who is a member already.
    func adminAddUserToGroup(_ input: PoolInput) throws(PoolError) -> WireValue {
        let (user, group) = (try adminNamed(input), try group(input))
        try keep { _ = state.groups[group.name]?.members.insert(user.id) }
        return .object([])
    }

    /// AdminRemoveUserFromGroup: nothing changes for who is no member.
    func adminRemoveUserFromGroup(_ input: PoolInput) throws(PoolError) -> WireValue {
        let (user, group) = (try adminNamed(input), try group(input))
        try keep { _ = state.groups[group.name]?.members.remove(user.id) }
        return .object([])
    }

    /// AdminListGroupsForUser.
    func adminListGroupsForUser(_ input: PoolInput) throws(PoolError) -> WireValue {
        try list(state.groups(of: try adminNamed(input).id), input)
    }

    /// ListUsersInGroup.
    func listUsersInGroup(_ input: PoolInput) throws(PoolError) -> WireValue {
        let members = try group(input).members.compactMap { state.users[$0] }
        return try input.page(of: members, token: "NextToken", by: \.id).answer("Users") { description(of: $0) }
    }
}
