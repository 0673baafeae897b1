import FlowCore

extension CognitoUserPool {
    /// Implements `GetUser`: describes the signed-in user.
    func getUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        return .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("UserAttributes", .attributes(user.allAttributes)),
            ] + mfaMembers(of: user))
    }

    /// Implements `GetUserAuthFactors`: lists the first and second factors of the signed-in user.
    func getUserAuthFactors(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        // The API reports a password only once, with or without SRP.
        let factors = firstFactors(of: user).filter { $0 != .passwordSRP }
        return .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("ConfiguredUserAuthFactors", .array(factors.map { .string($0.rawValue) })),
            ] + mfaMembers(of: user))
    }

    /// Returns the members `PreferredMfaSetting` and `UserMFASettingList`, without those that are empty.
    func mfaMembers(of user: PoolUser) -> [JSONMember] {
        var members: [JSONMember] = []
        if let preferred = user.preferredMFA {
            members.append(JSONMember("PreferredMfaSetting", .string(preferred.rawValue)))
        }
        let factors = MFAFactor.allCases.filter(user.mfa.contains)
        if !factors.isEmpty {
            members.append(JSONMember("UserMFASettingList", .array(factors.map { .string($0.rawValue) })))
        }
        return members
    }

    /// Implements `UpdateUserAttributes`: changes attributes, and sends a code to each new address that must be verified.
    func updateUserAttributes(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let attributes = try input.attributes("UserAttributes")
        guard !attributes.isEmpty else { throw .invalidParameter("Missing required parameter UserAttributes") }
        try checkWritable(attributes)
        try checkPreferredUsernameIsAvailable(attributes, otherThan: user.id)
        let newAddresses = ["email", "phone_number"].filter { name in
            attributes[name].map { $0 != user.attributes[name] && !$0.isEmpty } ?? false
        }
        let details = try commit {
            setAttributes(attributes, of: user.id)
            let user = state.users[user.id] ?? user
            return newAddresses.filter(configuration.verifiedAttributes.contains).map {
                sendCode(for: .attribute($0), to: $0, of: user)
            }
        }
        return .object([JSONMember("CodeDeliveryDetailsList", .array(details))])
    }

    /// Sets attributes of the user whose `sub` is `id`, and removes those whose new value is empty.
    func setAttributes(_ attributes: [String: String], of id: String) {
        let changeTime = now
        state.changeUser(id) { user in
            user.setAttributes(attributes)
            user.modifiedAt = changeTime
        }
    }

    /// Implements `DeleteUserAttributes`: removes attributes of the signed-in user.
    func deleteUserAttributes(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        // An attribute with an empty value is removed.
        let attributes = Dictionary(try input.texts("UserAttributeNames").map { ($0, "") }) { $1 }
        try checkWritable(attributes)
        try commit { setAttributes(attributes, of: user.id) }
        return .object([])
    }

    /// Implements `GetUserAttributeVerificationCode`: sends a code that verifies an attribute.
    func getUserAttributeVerificationCode(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let name = try verifiableAttribute(in: input)
        guard !(user.attributes[name] ?? "").isEmpty else { throw .invalidParameter("User does not have \(name)") }
        guard !user.isVerified(name) else { throw .invalidParameter("\(name) is already verified") }
        let details = try commit { sendCode(for: .attribute(name), to: name, of: user) }
        return .object([JSONMember("CodeDeliveryDetails", details)])
    }

    /// Implements `VerifyUserAttribute`: verifies an attribute with the code that was sent.
    func verifyUserAttribute(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let name = try verifiableAttribute(in: input)
        let code = try input.text("Code", longest: MaxLength.code)
        _ = try verifyCode(code, for: .attribute(name), of: user, named: user.username)
        try checkAliasIsAvailable(name, value: user.attributes[name] ?? "", otherThan: user.id)
        try commit {
            state.changeUser(user.id) { user in
                user.trials.sent[CodePurpose.attribute(name).key] = nil
                user.trials.codes.reset()
                user.attributes[name + "_verified"] = "true"
            }
        }
        return .object([])
    }

    /// Returns the attribute that a request names: `email` or `phone_number`.
    /// - Throws: `InvalidParameterException` if it is another attribute, which cannot be verified.
    private func verifiableAttribute(in input: PoolInput) throws(PoolError) -> String {
        let name = try input.text("AttributeName")
        guard name == "email" || name == "phone_number" else {
            throw .invalidParameter("AttributeName must be email or phone_number")
        }
        return name
    }

    /// Implements `DeleteUser`: removes the signed-in user.
    func deleteUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        try commit { state.removeUser(user.id) }
        return .object([])
    }
}
