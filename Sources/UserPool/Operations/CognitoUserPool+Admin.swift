import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Implements `AdminCreateUser`: creates a user, and sends an invitation with a temporary password.
    func adminCreateUser(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        try checkPool(input)
        let name = try input.text("Username", longest: MaxLength.name)
        let isInvited = try input.optionalText("MessageAction") != "SUPPRESS"
        let attributes = try adminAttributes(input, of: nil)
        try checkNewUsername(name)
        try checkHasNoAccount(name)
        let password = try input.optionalText("TemporaryPassword") ?? makeTemporaryPassword()
        try checkPasswordPolicy(password)
        let record = await makePasswordRecord(of: password, for: name)
        // Meanwhile another request may have taken the name or an alias, so both are checked again.
        _ = try adminAttributes(input, of: nil)
        try checkHasNoAccount(name)
        let user = makeUserWithTemporaryPassword(name, attributes, record)
        try commit {
            state.insert(user)
            guard isInvited, let email = user.attributes["email"] else { return }
            outbox.append(
                PoolMessage(
                    username: name, medium: .email, destination: email, purpose: .invitation, code: password))
        }
        return .object([JSONMember("User", description(of: user))])
    }

    /// Creates a user who must change the password at the first sign-in.
    private func makeUserWithTemporaryPassword(
        _ username: String, _ attributes: [String: String], _ record: PasswordRecord
    ) -> PoolUser {
        var user = PoolUser(
            id: makeUUID(), username: username, status: .mustChangePassword, attributes: attributes, password: record,
            createdAt: now, modifiedAt: now)
        user.temporaryUntil = temporaryPasswordExpiry
        return user
    }

    /// The expiry of a temporary password that is set at this moment, in seconds since 1970.
    private var temporaryPasswordExpiry: Int64 { now + PasswordPolicy.temporarySeconds }

    /// Checks that no user signs in with a name.
    /// - Throws: `UsernameExistsException` if a user does.
    private func checkHasNoAccount(_ name: String) throws(PoolError) {
        guard state.user(named: name, aliases: signInNames) == nil else {
            throw PoolError("UsernameExistsException", "User account already exists")
        }
    }

    /// Generates a temporary password that satisfies every policy.
    private func makeTemporaryPassword() -> String {
        // The prefix contains a character of each kind that a policy can require.
        var password = "Tmp-A1"
        let randomLength = 12
        repeat {
            password += makeUUID().prefix(randomLength)
        } while password.count < configuration.passwordPolicy.minimumLength
        return password
    }

    /// Implements `AdminGetUser`: describes a user.
    func adminGetUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try administeredUser(in: input)
        let attributes = JSONMember("UserAttributes", .attributes(user.allAttributes))
        return .object(members(of: user, attributes: attributes) + mfaMembers(of: user))
    }

    /// Implements `AdminConfirmSignUp`: confirms a new user without a code.
    func adminConfirmSignUp(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try administeredUser(in: input)
        guard user.status == .unconfirmed else {
            throw .notAuthorized("User cannot be confirmed. Current status is \(user.status.rawValue)")
        }
        try commit { state.changeUser(user.id) { $0.status = .confirmed } }
        return .object([])
    }

    /// Implements `AdminSetUserPassword`: sets a permanent or temporary password.
    func adminSetUserPassword(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let user = try administeredUser(in: input)
        let password = try input.text("Password")
        let isPermanent = try input.flag("Permanent")
        try checkPasswordPolicy(password)
        let record = await makePasswordRecord(of: password, for: user.username)
        guard state.users[user.id] != nil else { throw .unknownUser }
        let expiry = temporaryPasswordExpiry
        try commit {
            state.changeUser(user.id) { user in
                user.setPassword(record)
                user.status = isPermanent ? .confirmed : .mustChangePassword
                user.temporaryUntil = isPermanent ? nil : expiry
            }
        }
        return .object([])
    }

    /// Implements `AdminResetUserPassword`: sends a code, and requires a password reset before the next sign-in.
    func adminResetUserPassword(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try administeredUser(in: input)
        guard let attribute = codeAttribute(of: user, mustBeVerified: true) else {
            throw .invalidParameter("The user has no verified email address or phone number")
        }
        guard user.status != .unconfirmed, user.status != .mustChangePassword else {
            throw .notAuthorized("User password cannot be reset in the current state.")
        }
        try commit {
            state.changeUser(user.id) { $0.status = .mustResetPassword }
            // The response does not contain the delivery details.
            _ = sendCode(for: .passwordReset, to: attribute, of: user)
        }
        return .object([])
    }

    /// Implements `AdminUpdateUserAttributes`: changes attributes of a user.
    func adminUpdateUserAttributes(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try administeredUser(in: input)
        let attributes = try adminAttributes(input, of: user)
        try commit { setAttributes(attributes, of: user.id) }
        return .object([])
    }

    /// Returns the attributes in an administrator's request, after checking them.
    ///
    /// Unlike users, administrators may mark an address as verified. For a new user, `user` is nil.
    private func adminAttributes(_ input: PoolInput, of user: PoolUser?) throws(PoolError) -> [String: String] {
        let attributes = try input.attributes("UserAttributes")
        guard attributes["sub"] == nil else { throw .invalidParameter("user.sub: Attribute cannot be updated.") }
        try checkSchema(attributes)
        try checkPreferredUsernameIsAvailable(attributes, otherThan: user?.id)
        for name in ["email", "phone_number"] where attributes[name + "_verified"] == "true" {
            let address = attributes[name] ?? user?.attributes[name] ?? ""
            try checkAliasIsAvailable(name, value: address, otherThan: user?.id)
        }
        return attributes
    }

    /// Implements `AdminSetUserMFAPreference`: sets the second factors of a user.
    func adminSetUserMFAPreference(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try setMFAPreferences(input, of: try administeredUser(in: input))
    }

    /// Implements `AdminEnableUser` and `AdminDisableUser`: enables or disables a user.
    func adminSetUserEnabled(_ input: PoolInput, isEnabled: Bool) throws(PoolError) -> JSONValue {
        let user = try administeredUser(in: input)
        try commit { state.changeUser(user.id) { $0.isEnabled = isEnabled } }
        return .object([])
    }

    /// Implements `AdminUserGlobalSignOut`: revokes all tokens of a user.
    func adminUserGlobalSignOut(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try signOut(try administeredUser(in: input).id)
        return .object([])
    }

    /// Implements `AdminDeleteUser`: removes a user.
    func adminDeleteUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try administeredUser(in: input)
        try commit { state.removeUser(user.id) }
        return .object([])
    }

    /// Returns the user that an administrator's request names.
    /// - Throws: an error if the request names another pool or an unknown user.
    func administeredUser(in input: PoolInput) throws(PoolError) -> PoolUser {
        try checkPool(input)
        let name = try input.text("Username", longest: MaxLength.name)
        guard let user = state.user(named: name, aliases: signInNames) else { throw .unknownUser }
        return user
    }
}
