import FlowCore

extension CognitoUserPool {
    /// The maximum number of groups (developer guide, "Quotas in Amazon Cognito").
    private static let maxGroups = 10_000

    func createGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        let name = try input.text("GroupName", longest: 128)
        guard name.unicodeScalars.allSatisfy(Self.isPartOfName) else {
            throw .invalidParameter("GroupName has a character that names do not have")
        }
        guard state.groups[name] == nil else {
            throw PoolError("GroupExistsException", "A group with the name already exists.")
        }
        guard state.groups.count < Self.maxGroups else {
            throw PoolError("LimitExceededException", "The pool has as many groups as it can have.")
        }
        return try put(PoolGroup(name: name, createdAt: now, modifiedAt: now), input)
    }

    /// Letters, marks, symbols, numbers and punctuation (API reference, CreateGroup, GroupName).
    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }

    /// UpdateGroup: members missing from the request stay unchanged.
    func updateGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        var group = try group(input)
        group.modifiedAt = now
        return try put(group, input)
    }

    /// Stores a group with the request's values.
    private func put(_ group: PoolGroup, _ input: PoolInput) throws(PoolError) -> JSONValue {
        var group = group
        if let description = try input.optional("Description") {
            guard description.utf8.count <= 2048 else { throw .invalidParameter("Description is too long") }
            group.description = description
        }
        if let role = try input.optional("RoleArn") {
            guard role.hasPrefix("arn:"), (20...2048).contains(role.utf8.count), !role.contains(where: \.isWhitespace)
            else { throw .invalidParameter("RoleArn is not the ARN of a role") }
            group.roleARN = role
        }
        group.precedence = try input.count("Precedence", atMost: Int(Int32.max)) ?? group.precedence
        let changed = group
        try keep { state.groups[changed.name] = changed }
        return .object([JSONMember("Group", description(of: group))])
    }

    func getGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        .object([JSONMember("Group", description(of: try group(input)))])
    }

    func deleteGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let name = try group(input).name
        try keep { state.groups[name] = nil }
        return .object([])
    }

    func listGroups(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        return try list(Array(state.groups.values), input)
    }

    /// The group named in a request.
    func group(_ input: PoolInput) throws(PoolError) -> PoolGroup {
        try checkPool(input)
        guard let group = state.groups[try input.text("GroupName", longest: 128)] else {
            throw .notFound("Group not found.")
        }
        return group
    }

    /// Returns a page of groups.
    func list(_ groups: [PoolGroup], _ input: PoolInput) throws(PoolError) -> JSONValue {
        try input.page(of: groups, token: "NextToken", by: \.name).answer("Groups", description)
    }

    private func description(of group: PoolGroup) -> JSONValue {
        var members = [
            JSONMember("GroupName", .string(group.name)), JSONMember("UserPoolId", .string(configuration.poolID)),
            JSONMember("CreationDate", .time(group.createdAt)), JSONMember("LastModifiedDate", .time(group.modifiedAt)),
        ]
        if let text = group.description { members.append(JSONMember("Description", .string(text))) }
        if let role = group.roleARN { members.append(JSONMember("RoleArn", .string(role))) }
        if let number = group.precedence { members.append(JSONMember("Precedence", .number(String(number)))) }
        return .object(members)
    }

    // MARK: Members

    /// AdminAddUserToGroup. It has no effect on a member.
    func adminAddUserToGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (user, group) = (try adminNamed(input), try group(input))
        try keep { _ = state.groups[group.name]?.members.insert(user.id) }
        return .object([])
    }

    /// AdminRemoveUserFromGroup. It has no effect on a non-member.
    func adminRemoveUserFromGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (user, group) = (try adminNamed(input), try group(input))
        try keep { _ = state.groups[group.name]?.members.remove(user.id) }
        return .object([])
    }

    func adminListGroupsForUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try list(state.groups(of: try adminNamed(input).id), input)
    }

    func listUsersInGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let members = try group(input).members.compactMap { state.users[$0] }
        return try input.page(of: members, token: "NextToken", by: \.id).answer("Users") { description(of: $0) }
    }
}
