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

    /// Implements `AdminCreateUser`: creates a user with a temporary password.
    ///
    /// Emails the password to a user who has an email address, unless the request suppresses the message.
    private static func createUser(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        try pool.configuration.checkPool(input)
        let name = try input.text("Username", longest: MaxLength.name)
        let isInvited = try input.optionalText("MessageAction") != "SUPPRESS"
        var attributes = try AttributeOperations.administratorsAttributes(in: input, of: nil, pool)
        let username = try SignUpOperations.makeUsername(for: name, addingTo: &attributes, pool)
        try pool.configuration.checkSchema(attributes)
        try SignUpOperations.checkIsAvailable(username, attributes, pool)
        let password = try input.optionalText("TemporaryPassword") ?? makeTemporaryPassword(pool)
        try pool.configuration.checkPasswordPolicy(password)
        let work = pool.passwordRecord(of: password, for: username)
        return .work(work) { [attributes] record, pool throws(PoolError) in
            // While the password was hashed, another request may have taken the name or an alias, so both are checked
            // again.
            _ = try AttributeOperations.administratorsAttributes(in: input, of: nil, pool)
            try SignUpOperations.checkIsAvailable(username, attributes, pool)
            let user = makeUser(username, attributes, record, pool)
            pool.state.insert(user)
            if isInvited, let email = user.attributes["email"] {
                pool.send(
                    PoolMessage(
                        username: name, medium: .email, destination: email, purpose: .invitation, code: password))
            }
            return .done(["User": user.description()])
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
