import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// AdminCreateUser: sends an invitation with a temporary password.
    func adminCreateUser(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        try checkPool(input)
        let name = try input.text("Username", longest: 128)
        let isInvited = try input.optional("MessageAction") != "SUPPRESS"
        let attributes = try adminAttributes(input, of: nil)
        try checkNewName(name)
        guard state.user(name, aliases: signInNames) == nil else {
            throw PoolError("UsernameExistsException", "User account already exists")
        }
        let password = try input.optional("TemporaryPassword") ?? makePassword()
        try checkPolicy(password)
        let record = await record(of: password, for: name)
        // Another request may have taken the name or an alias meanwhile.
        _ = try adminAttributes(input, of: nil)
        guard state.user(name, aliases: signInNames) == nil else {
            throw PoolError("UsernameExistsException", "User account already exists")
        }
        var user = PoolUser(
            id: makeUUID(), username: name, status: .mustChangePassword, attributes: attributes, password: record,
            createdAt: now, modifiedAt: now)
        user.temporaryUntil = now + PasswordPolicy.temporaryDays * 86_400
        let (invited, email) = (user, isInvited ? user.attributes["email"] : nil)
        try keep {
            state.insert(invited)
            guard let email else { return }
            outbox.append(
                PoolMessage(
                    username: name, medium: .email, destination: email, purpose: .invitation, code: password))
        }
        return .object([JSONMember("User", description(of: user))])
    }

    /// Generates a password that satisfies every policy.
    private func makePassword() -> String {
        var password = "Tmp-A1"
        repeat { password += makeUUID().prefix(12) } while password.count < configuration.passwordPolicy.minimumLength
        return password
    }

    func adminGetUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try adminNamed(input)
        let attributes = JSONMember("UserAttributes", .attributes(user.allAttributes))
        return .object(members(of: user, attributes: attributes) + mfaMembers(of: user))
    }

    func adminConfirmSignUp(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try adminNamed(input)
        guard user.status == .unconfirmed else {
            throw .notAuthorized("User cannot be confirmed. Current status is \(user.status.rawValue)")
        }
        try keep { state.change(user.id) { $0.status = .confirmed } }
        return .object([])
    }

    func adminSetUserPassword(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let user = try adminNamed(input)
        let password = try input.text("Password")
        let isPermanent = try input.flag("Permanent")
        try checkPolicy(password)
        let record = await record(of: password, for: user.username)
        guard state.users[user.id] != nil else { throw .unknownUser }
        let until = now + PasswordPolicy.temporaryDays * 86_400
        try keep {
            state.change(user.id) { user in
                user.setPassword(record)
                user.status = isPermanent ? .confirmed : .mustChangePassword
                user.temporaryUntil = isPermanent ? nil : until
            }
        }
        return .object([])
    }

    /// AdminResetUserPassword: the next sign-in requires a password reset.
    func adminResetUserPassword(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try adminNamed(input)
        guard let attribute = codeAttribute(of: user, mustBeVerified: true) else {
            throw .invalidParameter("The user has no verified address")
        }
        guard user.status != .unconfirmed, user.status != .mustChangePassword else {
            throw .notAuthorized("User password cannot be reset in the current state.")
        }
        try keep {
            state.change(user.id) { $0.status = .mustResetPassword }
            _ = send(.passwordReset, to: attribute, of: user)
        }
        return .object([])
    }

    func adminUpdateUserAttributes(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try adminNamed(input)
        let attributes = try adminAttributes(input, of: user)
        try keep { change(attributes, of: user.id) }
        return .object([])
    }

    /// Attributes from an administrator, who may mark an address as verified.
    private func adminAttributes(_ input: PoolInput, of user: PoolUser?) throws(PoolError) -> [String: String] {
        let attributes = try input.attributes("UserAttributes")
        guard attributes["sub"] == nil else { throw .invalidParameter("user.sub: Attribute cannot be updated.") }
        try checkForm(attributes)
        try checkPreferredName(attributes, of: user?.id)
        for name in ["email", "phone_number"] where attributes[name + "_verified"] == "true" {
            try checkAlias(name, attributes[name] ?? user?.attributes[name] ?? "", besides: user?.id)
        }
        return attributes
    }

    func adminSetUserMFAPreference(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try setPreferences(input, of: try adminNamed(input))
    }

    /// AdminEnableUser and AdminDisableUser.
    func adminEnableUser(_ input: PoolInput, isEnabled: Bool) throws(PoolError) -> JSONValue {
        let user = try adminNamed(input)
        try keep { state.change(user.id) { $0.isEnabled = isEnabled } }
        return .object([])
    }

    func adminUserGlobalSignOut(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try signOut(try adminNamed(input).id)
        return .object([])
    }

    func adminDeleteUser(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try adminNamed(input)
        try keep { state.remove(user.id) }
        return .object([])
    }

    /// Returns the user named in an administrator's request.
    func adminNamed(_ input: PoolInput) throws(PoolError) -> PoolUser {
        try checkPool(input)
        guard let user = state.user(try input.text("Username", longest: 128), aliases: signInNames) else {
            throw .unknownUser
        }
        return user
    }
}
