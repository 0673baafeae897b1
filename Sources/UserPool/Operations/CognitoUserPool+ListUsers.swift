import FlowCore

extension CognitoUserPool {
    /// Implements `ListUsers`: lists a page of the users that match the filter, or of all users without a filter.
    func listUsers(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try checkPool(input)
        let names = input.json["AttributesToGet"] == nil ? nil : try input.texts("AttributesToGet")
        let filter = try UserFilter(try input.optionalText("Filter") ?? "")
        let users = state.users.values.filter { filter?.matches($0) ?? true }
        let page = try input.page(of: users, token: "PaginationToken", by: \.id)
        for name in names ?? [] { try checkHasValue(name, page) }
        return page.response("Users") { description(of: $0, attributes: names) }
    }

    /// Checks that users have a value for a requested attribute, as the service does (API reference, ListUsers).
    ///
    /// For an attribute that filters support, only the users on the page need a value. For any other, all users do.
    /// - Throws: `InvalidParameterException` if a user has no value.
    private func checkHasValue(_ attribute: String, _ page: PoolPage<PoolUser>) throws(PoolError) {
        let users = UserFilter.names.contains(attribute) ? Array(page.items) : Array(state.users.values)
        guard users.allSatisfy({ $0.allAttributes[attribute] != nil }) else {
            throw .invalidParameter("Some users have no value for a requested attribute.")
        }
    }

    /// Returns a user as the API's type `UserType`, with the attributes in `names`, or all if `names` is nil.
    func description(of user: PoolUser, attributes names: [String]? = nil) -> JSONValue {
        let attributes = user.allAttributes.filter { names?.contains($0.key) ?? true }
        return .object(members(of: user, attributes: JSONMember("Attributes", .attributes(attributes))))
    }

    /// Returns the members that all descriptions of a user share, with the member that lists the attributes.
    func members(of user: PoolUser, attributes: JSONMember) -> [JSONMember] {
        [
            JSONMember("Username", .string(user.username)), attributes,
            JSONMember("UserCreateDate", .time(user.createdAt)),
            JSONMember("UserLastModifiedDate", .time(user.modifiedAt)),
            JSONMember("Enabled", .bool(user.isEnabled)), JSONMember("UserStatus", .string(user.status.rawValue)),
        ]
    }
}
