// Lookups, checks and counts that need the accounts together with the pool's configuration or the time of the turn.
extension Pool {
    /// Returns the user with a username or alias; nil if there is none.
    func user(named name: String) -> PoolUser? {
        state.accounts.user(named: name, aliases: configuration.signInNames)
    }

    /// Returns the user that an administrator's request names.
    func administeredUser(in input: PoolInput) throws(PoolError) -> PoolUser {
        guard let user = user(named: try input.text("Username", longest: MaxLength.name)) else { throw .unknownUser }
        return user
    }

    /// Finds the user and app client that an unauthenticated request names.
    /// - Returns: the user, or nil for an unknown user whose existence the client hides; the client; and the name in
    ///   the request.
    func resolveUser(in input: PoolInput) throws(PoolError) -> (user: PoolUser?, client: PoolClient, name: String) {
        let client = try configuration.appClient(in: input)
        let name = try input.text("Username", longest: MaxLength.name)
        try client.checkSecretHash(try input.optionalText("SecretHash"), of: name)
        // A user who signed up with an address may not have verified it yet.
        let user = user(named: name) ?? userSignedUp(as: name)
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        return (user, client, name)
    }

    /// Returns the oldest user with an address that users sign up with, verified or not; nil if no user has it.
    private func userSignedUp(as address: String) -> PoolUser? {
        for attribute in configuration.usernameAttributes.sorted() {
            if let user = state.accounts.users(attribute: attribute, value: address).first { return user }
        }
        return nil
    }

    // MARK: Aliases

    /// Checks that no user can sign in with an attribute's value, except the one whose `sub` is `id`.
    func checkAliasIsAvailable(_ attribute: String, value: String, otherThan id: String?) throws(PoolError) {
        guard otherOwner(of: attribute, value: value, otherThan: id) == nil else { throw Self.aliasExists(attribute) }
    }

    /// Returns a user who can sign in with an attribute's value, except the one whose `sub` is `id`.
    /// - Returns: nil if no other user can, or the attribute is not a sign-in name.
    func otherOwner(of attribute: String, value: String, otherThan id: String?) -> PoolUser? {
        guard configuration.signInNames.contains(attribute) else { return nil }
        return state.accounts.users(attribute: attribute, value: value).first {
            $0.id != id && $0.signsIn(with: attribute)
        }
    }

    /// Checks that no user can sign in with the `preferred_username` among `attributes`, except the one whose `sub` is
    /// `id`. Checks nothing if the attribute is missing or empty, or is not a sign-in name.
    func checkPreferredUsernameIsAvailable(_ attributes: [String: String], otherThan id: String?) throws(PoolError) {
        let attribute = "preferred_username"
        guard let name = attributes[attribute], !name.isEmpty, configuration.signInNames.contains(attribute)
        else { return }
        let owner = user(named: name)
        guard owner == nil || owner?.id == id else { throw Self.aliasExists(attribute) }
    }

    /// Returns the error that another account has the same email address, phone number or preferred username.
    private static func aliasExists(_ attribute: String) -> PoolError {
        PoolError("AliasExistsException", "An account with the given \(attribute) already exists.")
    }

    // MARK: Attempts

    /// Checks that the user whose `sub` is `id` may try a password now, or the unknown user `name` if `id` is nil.
    func checkPasswordAttempts(of id: String?, named name: String) throws(PoolError) {
        if state.accounts.attempts(of: id, named: name).passwords.isBlocking(at: now) { throw .tooManyPasswords }
    }

    /// Checks that the user has not entered so many wrong codes that further codes are refused.
    func checkCodeAttempts(_ signIn: SignIn) throws(PoolError) {
        if state.accounts.attempts(of: signIn.userID, named: signIn.username).codes.isBlocking(at: now) {
            throw .notAuthorized("User temporarily locked. Try again soon.")
        }
    }

    /// Counts a wrong password of the user whose `sub` is `id`, or of the unknown user `name` if `id` is nil.
    mutating func countWrongPassword(of id: String?, named name: String) {
        let (now, limit) = (now, configuration.passwordAttempts)
        state.accounts.changeAttempts(of: id, named: name, at: now) { attempts in
            attempts.passwords.recordFailure(at: now, limit: limit)
        }
    }

    /// Counts a wrong code of the user whose `sub` is `id`, or of the unknown user `name` if `id` is nil. Requesting a
    /// new code does not reset the count.
    mutating func countWrongCode(of id: String?, named name: String) {
        // A session or a sent code permits `codeAttempts` wrong codes. Only a further one makes the user wait.
        let (now, limit) = (now, configuration.codeAttempts + 1)
        state.accounts.changeAttempts(of: id, named: name, at: now) { $0.codes.recordFailure(at: now, limit: limit) }
    }
}
