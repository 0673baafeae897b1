import FlowCore

extension CognitoUserPool {
    func listUsers(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        let names = input.json["AttributesToGet"] == nil ? nil : try input.texts("AttributesToGet")
        let filter = try UserFilter(try input.optional("Filter") ?? "")
        let users = state.users.values.filter { filter?.admits($0) ?? true }
        let page = try input.page(of: users, token: "PaginationToken", by: \.id)
        // The service reports an error instead of omitting values: any attribute that filters do not support must have
        // a value for every user (API reference, ListUsers).
        for name in names ?? [] {
            let asked = UserFilter.names.contains(name) ? Array(page.items) : Array(state.users.values)
            guard !asked.allSatisfy({ $0.allAttributes[name] != nil }) else { continue }
            throw .invalidParameter("Not every user has a value for one of the requested attributes.")
        }
        return page.answer("Users") { description(of: $0, attributes: names) }
    }

    /// Describes a user for a list.
    /// - Parameters:
    ///   - user: the user.
    ///   - names: the attributes to include; nil for all.
    /// - Returns: the user as `UserType`.
    func description(of user: PoolUser, attributes names: [String]? = nil) -> JSONValue {
        let attributes = user.allAttributes.filter { names?.contains($0.key) ?? true }
        return .object(members(of: user, attributes: JSONMember("Attributes", .attributes(attributes))))
    }

    /// The members common to all descriptions of a user.
    func members(of user: PoolUser, attributes: JSONMember) -> [JSONMember] {
        [
            JSONMember("Username", .string(user.username)), attributes,
            JSONMember("UserCreateDate", .time(user.createdAt)),
            JSONMember("UserLastModifiedDate", .time(user.modifiedAt)),
            JSONMember("Enabled", .bool(user.isEnabled)), JSONMember("UserStatus", .string(user.status.rawValue)),
        ]
    }
}
