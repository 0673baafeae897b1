import FlowCore
import FlowRuntime

/// Changes and verifies the attributes of users.
enum AttributeOperations {
    static let all: [String: PoolOperation] = [
        "UpdateUserAttributes": .signedIn(update),
        "DeleteUserAttributes": .signedIn(delete),
        "GetUserAttributeVerificationCode": .signedIn(sendVerificationCode),
        "VerifyUserAttribute": .signedIn(verify),
        "AdminUpdateUserAttributes": .administered(adminUpdate),
    ]

    /// Implements `UpdateUserAttributes`: changes attributes, and sends codes to new addresses that must be verified.
    static func update(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let attributes = try input.attributes("UserAttributes")
        guard !attributes.isEmpty else { throw .invalidParameter("Missing required parameter UserAttributes") }
        try pool.configuration.checkWritable(attributes)
        try pool.checkSignInNamesAreAvailable(attributes, otherThan: user.id)
        let newAddresses = ["email", "phone_number"].filter { name in
            guard let value = attributes[name], !value.isEmpty else { return false }
            return value != user.attributes[name]
        }
        set(attributes, of: user.id, &pool)
        let changedUser = pool.state.accounts[user.id] ?? user
        var details: [JSONValue] = []
        for name in newAddresses where pool.configuration.verifiedAttributes.contains(name) {
            details.append(VerificationCodes.send(.attribute(name), to: name, of: changedUser, &pool))
        }
        return ["CodeDeliveryDetailsList": .array(details)]
    }

    /// Sets attributes of the user whose `sub` is `id`, and removes those whose new value is empty.
    private static func set(_ attributes: [String: String], of id: String, _ pool: inout Pool) {
        let changeTime = pool.now
        pool.state.accounts.change(id) { user in
            user.setAttributes(attributes)
            user.modifiedAt = changeTime
        }
    }

    /// Implements `DeleteUserAttributes`: removes attributes of the signed-in user.
    static func delete(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        // An attribute with an empty value is removed.
        let attributes = Dictionary(try input.texts("UserAttributeNames").map { ($0, "") }) { $1 }
        try pool.configuration.checkWritable(attributes)
        set(attributes, of: user.id, &pool)
        return [:]
    }

    /// Implements `GetUserAttributeVerificationCode`: sends a code that verifies an attribute.
    private static func sendVerificationCode(
        _ user: PoolUser, _ input: PoolInput, _ pool: inout Pool
    ) throws(PoolError) -> JSONValue {
        let name = try verifiableAttribute(in: input)
        guard user.hasValue(for: name) else { throw .invalidParameter("User does not have \(name)") }
        guard !user.isVerified(name) else { throw .invalidParameter("\(name) is already verified") }
        return ["CodeDeliveryDetails": VerificationCodes.send(.attribute(name), to: name, of: user, &pool)]
    }

    /// Implements `VerifyUserAttribute`: verifies an attribute with the code that was sent.
    static func verify(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let name = try verifiableAttribute(in: input)
        let code = try input.text("Code", longest: MaxLength.code)
        _ = try VerificationCodes.verify(code, .attribute(name), of: user, named: user.username, &pool)
        try pool.checkAliasIsAvailable(name, value: user.attributes[name] ?? "", otherThan: user.id)
        pool.state.accounts.change(user.id) { user in
            user.trials.sent[CodePurpose.attribute(name).key] = nil
            user.trials.codes.reset()
            user.attributes[name + "_verified"] = "true"
        }
        return [:]
    }

    /// Returns the attribute that a request names: `email` or `phone_number`.
    private static func verifiableAttribute(in input: PoolInput) throws(PoolError) -> String {
        let name = try input.text("AttributeName")
        guard name == "email" || name == "phone_number" else {
            throw .invalidParameter("AttributeName must be email or phone_number")
        }
        return name
    }

    // MARK: Administrators

    /// Implements `AdminUpdateUserAttributes`: changes attributes of a user.
    static func adminUpdate(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        set(try administratorsAttributes(in: input, of: user, pool), of: user.id, &pool)
        return [:]
    }

    /// Returns the attributes in an administrator's request, after checking them. Unlike users, administrators may mark
    /// an address as verified. For a new user, `user` is nil. If `takesOverAliases` is true, another user may already
    /// sign in with a verified address; the caller then makes the address unverified for that user.
    static func administratorsAttributes(
        in input: PoolInput, of user: PoolUser?, takingOverAliases takesOverAliases: Bool = false, _ pool: Pool
    ) throws(PoolError) -> [String: String] {
        let attributes = try input.attributes("UserAttributes")
        guard attributes["sub"] == nil else { throw .invalidParameter("user.sub: Attribute cannot be updated.") }
        try pool.configuration.checkSchema(attributes)
        try pool.checkSignInNamesAreAvailable(attributes, otherThan: user?.id)
        for name in ["email", "phone_number"] where attributes[name + "_verified"] == "true" && !takesOverAliases {
            let address = attributes[name] ?? user?.attributes[name] ?? ""
            try pool.checkAliasIsAvailable(name, value: address, otherThan: user?.id)
        }
        return attributes
    }
}
