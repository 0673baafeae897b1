import CognitoHandlers
import Crypto

// Lookups, checks and counts that need the accounts together with the pool's configuration or the time of the turn.
extension Pool {
    /// Returns the user whose `sub`, username or sign-in name is `name`; nil if there is none.
    func user(named name: String) -> PoolUser? {
        if let user = state.accounts.user(named: name) { return user }
        for attribute in configuration.signInNames.sorted() {
            if let owner = otherOwner(of: attribute, value: name, otherThan: nil) { return owner }
        }
        return nil
    }

    /// Returns the user that an administrator's request names.
    func administeredUser(in input: PoolInput) throws(PoolError) -> PoolUser {
        guard let user = user(named: try input.text("Username", longest: MaxLength.name)) else { throw .unknownUser }
        return user
    }

    /// Returns the user and app client that an unauthenticated request names, after verifying the secret hash.
    /// - Returns: the user, or nil for an unknown user whose existence the client hides; the client; and the name in
    ///   the request.
    func resolveUser(in input: PoolInput) throws(PoolError) -> (user: PoolUser?, client: PoolClient, name: String) {
        let client = try configuration.appClient(in: input)
        let name = try input.text("Username", longest: MaxLength.name)
        try client.checkSecretHash(try input.optionalText("SecretHash"), of: name)
        let user = user(named: name)
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        return (user, client, name)
    }

    /// Returns the `sub` of a new user: the generated username if users sign up with an address, or else a random one.
    func makeID(ofNewUser username: String) -> String {
        configuration.usernameAttributes.isEmpty ? random.uuid() : username
    }

    /// Returns the username that the pool reports for an unknown user: the requested name or, if the pool generates
    /// usernames, a UUID that is derived from the name and a secret key.
    func usernameOfUnknownUser(named name: String) -> String {
        guard !configuration.usernameAttributes.isEmpty else { return name }
        let hash = HMAC<SHA256>.authenticationCode(
            for: Array(("username of " + name).utf8), using: SymmetricKey(data: state.disguiseKey))
        let bytes = Array(hash)
        return CognitoRandom { Array(bytes.prefix($0)) }.uuid()
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
        let isAlwaysName = configuration.unverifiedSignInNames.contains(attribute)
        return state.accounts.users(attribute: attribute, value: value).first {
            $0.id != id && (isAlwaysName || $0.isVerified(attribute))
        }
    }

    /// Makes an address unverified for another user who can sign in with it. `id` is the `sub` of the new owner.
    mutating func takeOverAlias(_ attribute: String, value: String, for id: String) {
        guard let owner = otherOwner(of: attribute, value: value, otherThan: id) else { return }
        state.accounts.change(owner.id) { $0.attributes[attribute + "_verified"] = "false" }
    }

    /// Checks that the sign-in names among `attributes` that need no verification are available: no user, except the
    /// one whose `sub` is `id`, has such a value as `sub`, username or sign-in name.
    func checkSignInNamesAreAvailable(_ attributes: [String: String], otherThan id: String?) throws(PoolError) {
        for attribute in configuration.unverifiedSignInNames.sorted() {
            guard let name = attributes[attribute], !name.isEmpty, let owner = user(named: name), owner.id != id
            else { continue }
            throw Self.aliasExists(attribute)
        }
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
