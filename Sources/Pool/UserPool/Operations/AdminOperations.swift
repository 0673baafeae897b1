import CognitoHandlers
import FlowCore
import FlowRuntime

/// Creates, confirms, enables, disables and removes accounts.
enum AdminOperations {
    static let all: [String: PoolOperation] = [
        "AdminCreateUser": .turns(createUser, isAdministrative: true),
        "AdminConfirmSignUp": .administered(confirmSignUp),
        "AdminEnableUser": .administered { user, _, pool in setEnabled(user, true, &pool) },
        "AdminDisableUser": .administered { user, _, pool in setEnabled(user, false, &pool) },
        "AdminDeleteUser": .administered(deleteUser),
        "DeleteUser": .signedIn(deleteUser),
    ]

    /// Implements `AdminCreateUser`: creates a user with a temporary password, or replaces that of an invited user.
    private static func createUser(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        try pool.configuration.checkPool(input)
        let invitation = try Invitation(input)
        // An empty password counts as a missing one (API reference, AdminCreateUser).
        let givenPassword = try input.optionalText("TemporaryPassword") ?? ""
        let password = givenPassword.isEmpty ? makeTemporaryPassword(pool) : givenPassword
        try pool.configuration.checkPasswordPolicy(password)
        if invitation.isRepeated { return try repeatInvitation(invitation, password, pool) }
        let takesOverAliases = try input.flag("ForceAliasCreation")
        var attributes = try AttributeOperations.administratorsAttributes(
            in: input, of: nil, takingOverAliases: takesOverAliases, pool)
        let username = try SignUpOperations.makeUsername(for: invitation.name, addingTo: &attributes, pool)
        try pool.configuration.checkSchema(attributes)
        try SignUpOperations.checkIsAvailable(username, attributes, pool)
        let media = try invitation.media(for: attributes)
        let work = pool.passwordRecord(of: password, for: username)
        return .work(work) { [attributes] record, pool throws(PoolError) in
            // While the password was hashed, another request may have taken the name or an alias, so both are checked
            // again.
            _ = try AttributeOperations.administratorsAttributes(
                in: input, of: nil, takingOverAliases: takesOverAliases, pool)
            try SignUpOperations.checkIsAvailable(username, attributes, pool)
            let user = makeUser(username, attributes, record, pool)
            pool.state.insert(user)
            for name in ["email", "phone_number"] {
                if let value = user.verifiedValue(of: name) { pool.takeOverAlias(name, value: value, for: user.id) }
            }
            invitation.send(password, to: user, media, &pool)
            return .done(["User": user.description()])
        }
    }

    /// Sets a new temporary password of an invited user, and sends it.
    private static func repeatInvitation(
        _ invitation: Invitation, _ password: String, _ pool: Pool
    ) throws(PoolError) -> PoolStep<JSONValue> {
        guard let user = pool.user(named: invitation.name) else { throw .unknownUser }
        let media = try invitation.media(for: user.attributes)
        return .work(pool.passwordRecord(of: password, for: user.username)) { record, pool throws(PoolError) in
            guard let current = pool.state.accounts[user.id] else { throw .unknownUser }
            guard current.status == .mustChangePassword else {
                let status = current.status.rawValue
                throw PoolError(
                    "UnsupportedUserStateException", "The user cannot be invited. Current status is \(status)")
            }
            let expiry = pool.now + PasswordPolicy.temporarySeconds
            pool.state.accounts.change(user.id) { $0.setTemporaryPassword(record, until: expiry) }
            invitation.send(password, to: current, media, &pool)
            return .done(["User": current.description()])
        }
    }

    /// Creates a user who must change the password at the first sign-in.
    private static func makeUser(
        _ username: String, _ attributes: [String: String], _ record: PasswordRecord, _ pool: Pool
    ) -> PoolUser {
        var user = PoolUser(
            id: pool.makeID(ofNewUser: username), username: username, status: .mustChangePassword,
            attributes: attributes, password: record, createdAt: pool.now, modifiedAt: pool.now)
        user.temporaryUntil = pool.now + PasswordPolicy.temporarySeconds
        return user
    }

    /// Returns a random password that conforms to the pool's policy.
    private static func makeTemporaryPassword(_ pool: Pool) -> String {
        // The prefix contains a character of each kind that a policy can require.
        var password = "Tmp-A1"
        let randomLength = 12
        repeat {
            password += pool.random.uuid().prefix(randomLength)
        } while password.count < pool.configuration.passwordPolicy.minimumLength
        return String(password.prefix(PasswordPolicy.maximumLength))
    }

    /// Implements `AdminConfirmSignUp`: confirms a new user without a code.
    static func confirmSignUp(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        guard user.status == .unconfirmed else {
            throw .notAuthorized("User cannot be confirmed. Current status is \(user.status.rawValue)")
        }
        pool.state.accounts.change(user.id) { $0.status = .confirmed }
        return [:]
    }

    /// Implements `AdminEnableUser` and `AdminDisableUser`: enables or disables a user. A disabled user also loses all
    /// access tokens (API reference, AdminDisableUser).
    private static func setEnabled(_ user: PoolUser, _ isEnabled: Bool, _ pool: inout Pool) -> JSONValue {
        pool.state.accounts.change(user.id) { $0.isEnabled = isEnabled }
        if !isEnabled { RefreshOperations.revokeAccessTokens(of: user.id, &pool) }
        return [:]
    }

    /// Implements `DeleteUser` and `AdminDeleteUser`: removes a user.
    private static func deleteUser(_ user: PoolUser, _: PoolInput, _ pool: inout Pool) -> JSONValue {
        pool.state.removeUser(user.id)
        return [:]
    }
}
