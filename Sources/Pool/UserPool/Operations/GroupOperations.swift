import FlowCore
import FlowRuntime

/// Manages groups and their members.
enum GroupOperations {
    static let all: [String: PoolOperation] = [
        "CreateGroup": .administrative(create),
        "UpdateGroup": .administrative(update),
        "GetGroup": .administrative(get),
        "DeleteGroup": .administrative(delete),
        "ListGroups": .administrative(list),
        "AdminAddUserToGroup": .administered(addMember),
        "AdminRemoveUserFromGroup": .administered(removeMember),
        "AdminListGroupsForUser": .administered(listGroupsOfUser),
        "ListUsersInGroup": .administrative(listMembers),
    ]

    /// The maximum number of groups (developer guide, "Quotas in Amazon Cognito").
    private static let maxGroups = 10_000
    /// The maximum length of a group's description in bytes (API reference, CreateGroup).
    private static let maxDescriptionLength = 2048
    /// The permitted lengths of a role's ARN in bytes (API reference, CreateGroup).
    private static let roleARNLengths = 20...2048

    /// Implements `CreateGroup`: creates a group without members.
    private static func create(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let name = try input.text("GroupName", longest: MaxLength.name)
        guard name.unicodeScalars.allSatisfy(\.isAllowedInName) else {
            throw .invalidParameter("GroupName contains an invalid character")
        }
        guard pool.state.groups[name] == nil else {
            throw PoolError("GroupExistsException", "A group with the name already exists.")
        }
        guard pool.state.groups.count < maxGroups else {
            throw PoolError("LimitExceededException", "The pool already has the maximum number of groups.")
        }
        return try store(PoolGroup(name: name, createdAt: pool.now, modifiedAt: pool.now), with: input, &pool)
    }

    /// Implements `UpdateGroup`: changes those values of a group that the request contains.
    private static func update(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        var group = try existingGroup(in: input, pool)
        group.modifiedAt = pool.now
        return try store(group, with: input, &pool)
    }

    /// Stores a group with the description, role and precedence in a request, and returns the response. Keeps the
    /// values that the request omits.
    static func store(_ group: PoolGroup, with input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        var changed = group
        if let description = try input.optionalText("Description") {
            guard description.utf8.count <= maxDescriptionLength else {
                throw .invalidParameter("Description is too long")
            }
            changed.description = description
        }
        if let role = try input.optionalText("RoleArn") {
            guard role.hasPrefix("arn:"), roleARNLengths.contains(role.utf8.count),
                !role.contains(where: \.isWhitespace)
            else { throw .invalidParameter("RoleArn is not a valid ARN") }
            changed.roleARN = role
        }
        changed.precedence = try input.integer("Precedence", atMost: Int(Int32.max)) ?? group.precedence
        pool.state.groups[changed.name] = changed
        return ["Group": description(of: changed, pool)]
    }

    /// Implements `GetGroup`: describes a group.
    private static func get(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        ["Group": description(of: try existingGroup(in: input, pool), pool)]
    }

    /// Implements `DeleteGroup`: removes a group.
    private static func delete(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let name = try existingGroup(in: input, pool).name
        pool.state.groups[name] = nil
        return [:]
    }

    /// Implements `ListGroups`: lists all groups.
    private static func list(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        try page(of: Array(pool.state.groups.values), for: input, pool)
    }

    /// Returns the group that a request names.
    private static func existingGroup(in input: PoolInput, _ pool: Pool) throws(PoolError) -> PoolGroup {
        guard let group = pool.state.groups[try input.text("GroupName", longest: MaxLength.name)] else {
            throw .notFound("Group not found.")
        }
        return group
    }

    /// Returns the part of a list of groups that a request asks for.
    static func page(of groups: [PoolGroup], for input: PoolInput, _ pool: Pool) throws(PoolError) -> JSONValue {
        try input.page(of: groups, token: "NextToken", by: \.name).response("Groups") { description(of: $0, pool) }
    }

    /// Returns a group as the API's type `GroupType`.
    private static func description(of group: PoolGroup, _ pool: Pool) -> JSONValue {
        var members = [
            JSONMember("GroupName", .string(group.name)), JSONMember("UserPoolId", .string(pool.configuration.poolID)),
            JSONMember("CreationDate", .time(group.createdAt)), JSONMember("LastModifiedDate", .time(group.modifiedAt)),
        ]
        if let text = group.description { members.append(JSONMember("Description", .string(text))) }
        if let role = group.roleARN { members.append(JSONMember("RoleArn", .string(role))) }
        if let number = group.precedence { members.append(JSONMember("Precedence", .number(String(number)))) }
        return .object(members)
    }

    // MARK: Members

    /// Implements `AdminAddUserToGroup`: adds a user to a group. For a member, it does nothing.
    static func addMember(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let name = try existingGroup(in: input, pool).name
        pool.state.groups[name]?.members.insert(user.id)
        return [:]
    }

    /// Implements `AdminRemoveUserFromGroup`: removes a user from a group. For a nonmember, it does nothing.
    static func removeMember(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let name = try existingGroup(in: input, pool).name
        pool.state.groups[name]?.members.remove(user.id)
        return [:]
    }

    /// Implements `AdminListGroupsForUser`: lists the groups of a user.
    private static func listGroupsOfUser(
        _ user: PoolUser, _ input: PoolInput, _ pool: inout Pool
    ) throws(PoolError) -> JSONValue {
        try page(of: pool.state.groups(of: user.id), for: input, pool)
    }

    /// Implements `ListUsersInGroup`: lists the members of a group.
    private static func listMembers(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let members = try existingGroup(in: input, pool).members.compactMap { pool.state.accounts[$0] }
        return try input.page(of: members, token: "NextToken", by: \.id).response("Users") { $0.description() }
    }
}

/// A group of users.
struct PoolGroup: Sendable, Codable {
    let name: String
    var description: String?
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
    /// - Returns: an empty list if no group has a role; only the roles if several have the highest precedence.
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
