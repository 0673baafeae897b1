import FlowCore
import FlowRuntime

/// Describes and lists users.
enum AccountDescriptions {
    static let all: [String: PoolOperation] = [
        "GetUser": .signedIn(getUser),
        "GetUserAuthFactors": .signedIn(getUserAuthFactors),
        "AdminGetUser": .administered(adminGetUser),
        "ListUsers": .administrative(listUsers),
    ]

    /// Implements `GetUser`: describes the signed-in user.
    private static func getUser(_ user: PoolUser, _: PoolInput, _: inout Pool) -> JSONValue {
        .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("UserAttributes", .attributes(user.allAttributes)),
            ] + user.mfaMembers)
    }

    /// Implements `GetUserAuthFactors`: lists the first and second factors of the signed-in user.
    private static func getUserAuthFactors(_ user: PoolUser, _: PoolInput, _ pool: inout Pool) -> JSONValue {
        // The API reports a password only once, with or without SRP.
        let factors = FactorSelection.factors(of: user, pool.configuration).filter { $0 != .passwordSRP }
        return .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("ConfiguredUserAuthFactors", .list(factors.map(\.rawValue))),
            ] + user.mfaMembers)
    }

    /// Implements `AdminGetUser`: describes a user.
    private static func adminGetUser(_ user: PoolUser, _: PoolInput, _: inout Pool) -> JSONValue {
        let attributes = JSONMember("UserAttributes", .attributes(user.allAttributes))
        return .object(user.members(attributes: attributes) + user.mfaMembers)
    }

    /// Implements `ListUsers`: lists a page of the users that match the filter, or of all users without a filter.
    private static func listUsers(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let names = input.json["AttributesToGet"] == nil ? nil : try input.texts("AttributesToGet")
        let filter = try UserFilter(try input.optionalText("Filter") ?? "")
        let allUsers = pool.state.accounts.users.values
        let page = try input.page(
            of: allUsers.filter { filter?.matches($0) ?? true }, token: "PaginationToken", by: \.id)
        for name in names ?? [] {
            // As in the service, for an attribute that filters support, only the users on the page need a value
            // (API reference, ListUsers). For any other, all users do.
            let users = UserFilter.names.contains(name) ? Array(page.items) : Array(allUsers)
            guard users.allSatisfy({ $0.allAttributes[name] != nil }) else {
                throw .invalidParameter("Some users have no value for a requested attribute.")
            }
        }
        return page.response("Users") { $0.description(attributes: names) }
    }
}

extension PoolUser {
    /// Returns the user as the API's type `UserType`, with the attributes in `names`, or all if `names` is nil.
    func description(attributes names: [String]? = nil) -> JSONValue {
        let attributes = allAttributes.filter { names?.contains($0.key) ?? true }
        return .object(members(attributes: JSONMember("Attributes", .attributes(attributes))))
    }

    /// Returns the members that all descriptions of a user share, with the member that lists the attributes.
    fileprivate func members(attributes: JSONMember) -> [JSONMember] {
        [
            JSONMember("Username", .string(username)), attributes,
            JSONMember("UserCreateDate", .time(createdAt)), JSONMember("UserLastModifiedDate", .time(modifiedAt)),
            JSONMember("Enabled", .bool(isEnabled)), JSONMember("UserStatus", .string(status.rawValue)),
        ]
    }

    /// The members `PreferredMfaSetting` and `UserMFASettingList`, without those that are empty.
    fileprivate var mfaMembers: [JSONMember] {
        var members: [JSONMember] = []
        if let preferredMFA { members.append(JSONMember("PreferredMfaSetting", .string(preferredMFA.rawValue))) }
        let factors = MFAFactor.allCases.filter(mfa.contains)
        if !factors.isEmpty { members.append(JSONMember("UserMFASettingList", .list(factors.map(\.rawValue)))) }
        return members
    }
}
