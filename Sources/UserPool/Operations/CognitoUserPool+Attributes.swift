import FlowCore

extension CognitoUserPool {
    func getUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        return .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("UserAttributes", .attributes(user.allAttributes)),
            ] + mfaMembers(of: user))
    }

    func getUserAuthFactors(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        // The API has one name for the password, with or without SRP.
        let factors = firstFactors(of: user).filter { $0 != .passwordSRP }
        return .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("ConfiguredUserAuthFactors", .array(factors.map { .string($0.rawValue) })),
            ] + mfaMembers(of: user))
    }

    /// `PreferredMfaSetting` and `UserMFASettingList`.
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

    /// UpdateUserAttributes: a changed address is unverified, and gets a code.
    func updateUserAttributes(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let attributes = try input.attributes("UserAttributes")
        guard !attributes.isEmpty else { throw .invalidParameter("Missing required parameter UserAttributes") }
        try checkWritable(attributes)
        try checkPreferredName(attributes, of: user.id)
        let changed = ["email", "phone_number"].filter { name in
            attributes[name].map { $0 != user.attributes[name] && !$0.isEmpty } ?? false
        }
        let details = try keep {
            change(attributes, of: user.id)
            let user = state.users[user.id] ?? user
            return changed.filter(configuration.verifiedAttributes.contains).map {
                send(.attribute($0), to: $0, of: user)
            }
        }
        return .object([JSONMember("CodeDeliveryDetailsList", .array(details))])
    }

    /// Sets attributes and removes those without a value.
    func change(_ attributes: [String: String], of id: String) {
        let now = now
        state.change(id) { user in
            user.setAttributes(attributes)
            user.modifiedAt = now
        }
    }

    func deleteUserAttributes(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let attributes = Dictionary(try input.texts("UserAttributeNames").map { ($0, "") }) { $1 }
        try checkWritable(attributes)
        try keep { change(attributes, of: user.id) }
        return .object([])
    }

    func getUserAttributeVerificationCode(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let name = try verifiable(input)
        guard !(user.attributes[name] ?? "").isEmpty else { throw .invalidParameter("User does not have \(name)") }
        guard !user.isVerified(name) else { throw .invalidParameter("\(name) is already verified") }
        return .object([JSONMember("CodeDeliveryDetails", try keep { send(.attribute(name), to: name, of: user) })])
    }

    func verifyUserAttribute(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let name = try verifiable(input)
        let code = try input.text("Code", longest: 2048)
        _ = try use(code, for: .attribute(name), of: user, user.username)
        try checkAlias(name, user.attributes[name] ?? "", besides: user.id)
        try keep {
            state.change(user.id) { user in
                user.trials.sent[CodePurpose.attribute(name).key] = nil
                user.trials.codes.succeed()
                user.attributes[name + "_verified"] = "true"
            }
        }
        return .object([])
    }

    private func verifiable(_ input: PoolInput) throws(PoolError) -> String {
        let name = try input.text("AttributeName")
        guard name == "email" || name == "phone_number" else {
            throw .invalidParameter("AttributeName is not one that can be verified")
        }
        return name
    }

    func deleteUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        try keep { state.remove(user.id) }
        return .object([])
    }
}
