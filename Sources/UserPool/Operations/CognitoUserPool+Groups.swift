import FlowCore

extension CognitoUserPool {
    /// The maximum number of groups (developer guide, "Quotas in Amazon Cognito").
    private static let maxGroups = 10_000
    /// The maximum length of a group's description in bytes (API reference, CreateGroup).
    private static let maxDescriptionLength = 2048
    /// The permitted lengths of a role's ARN in bytes (API reference, CreateGroup).
    private static let roleARNLengths = 20...2048

    /// Implements `CreateGroup`: creates a group without members.
    func createGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        let name = try input.text("GroupName", longest: MaxLength.name)
        guard name.unicodeScalars.allSatisfy(Self.isAllowedInGroupName) else {
            throw .invalidParameter("GroupName contains an invalid character")
        }
        guard state.groups[name] == nil else {
            throw PoolError("GroupExistsException", "A group with the name already exists.")
        }
        guard state.groups.count < Self.maxGroups else {
            throw PoolError("LimitExceededException", "The pool already has the maximum number of groups.")
        }
        return try storeGroup(PoolGroup(name: name, createdAt: now, modifiedAt: now), with: input)
    }

    /// Returns whether a scalar is a letter, mark, symbol, number or punctuation (API reference, CreateGroup).
    private static func isAllowedInGroupName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }

    /// Implements `UpdateGroup`: changes those values of a group that the request contains.
    func updateGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        var group = try existingGroup(in: input)
        group.modifiedAt = now
        return try storeGroup(group, with: input)
    }

    /// Stores a group with the description, role and precedence in a request.
    ///
    /// It keeps the values that the request omits.
    /// - Returns: the response of `CreateGroup` and `UpdateGroup`.
    /// - Throws: an error if a value is invalid, or the group cannot be stored.
    private func storeGroup(_ group: PoolGroup, with input: PoolInput) throws(PoolError) -> JSONValue {
        var changed = group
        if let description = try input.optionalText("Description") {
            guard description.utf8.count <= Self.maxDescriptionLength else {
                throw .invalidParameter("Description is too long")
            }
            changed.description = description
        }
        if let role = try input.optionalText("RoleArn") {
            guard role.hasPrefix("arn:"), Self.roleARNLengths.contains(role.utf8.count),
                !role.contains(where: \.isWhitespace)
            else { throw .invalidParameter("RoleArn is not a valid ARN") }
            changed.roleARN = role
        }
        changed.precedence = try input.integer("Precedence", atMost: Int(Int32.max)) ?? group.precedence
        let updated = changed
        try commit { state.groups[updated.name] = updated }
        return .object([JSONMember("Group", description(of: updated))])
    }

    /// Implements `GetGroup`: describes a group.
    func getGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        .object([JSONMember("Group", description(of: try existingGroup(in: input)))])
    }

    /// Implements `DeleteGroup`: removes a group.
    func deleteGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let name = try existingGroup(in: input).name
        try commit { state.groups[name] = nil }
        return .object([])
    }

    /// Implements `ListGroups`: lists all groups.
    func listGroups(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        return try groupPage(of: Array(state.groups.values), for: input)
    }

    /// Returns the group that a request names.
    /// - Throws: an error if the request names another pool or an unknown group.
    func existingGroup(in input: PoolInput) throws(PoolError) -> PoolGroup {
        try checkPool(input)
        guard let group = state.groups[try input.text("GroupName", longest: MaxLength.name)] else {
            throw .notFound("Group not found.")
        }
        return group
    }

    /// Returns the response with the requested page of groups.
    private func groupPage(of groups: [PoolGroup], for input: PoolInput) throws(PoolError) -> JSONValue {
        try input.page(of: groups, token: "NextToken", by: \.name).response("Groups", description)
    }

    /// Returns a group as the API's type `GroupType`.
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

    /// Implements `AdminAddUserToGroup`: adds a user to a group. For a member, it does nothing.
    func adminAddUserToGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (user, group) = (try administeredUser(in: input), try existingGroup(in: input))
        try commit { _ = state.groups[group.name]?.members.insert(user.id) }
        return .object([])
    }

    /// Implements `AdminRemoveUserFromGroup`: removes a user from a group. For a nonmember, it does nothing.
    func adminRemoveUserFromGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (user, group) = (try administeredUser(in: input), try existingGroup(in: input))
        try commit { _ = state.groups[group.name]?.members.remove(user.id) }
        return .object([])
    }

    /// Implements `AdminListGroupsForUser`: lists the groups of a user.
    func adminListGroupsForUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try groupPage(of: state.groups(of: try administeredUser(in: input).id), for: input)
    }

    /// Implements `ListUsersInGroup`: lists the members of a group.
    func listUsersInGroup(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let members = try existingGroup(in: input).members.compactMap { state.users[$0] }
        return try input.page(of: members, token: "NextToken", by: \.id).response("Users") { description(of: $0) }
    }
}
