import FlowCore

extension CognitoUserPool {
    /// Implements `SignUp`: registers a user, and sends a confirmation code.
    func signUp(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let client = try appClient(in: input)
        let name = try input.text("Username", longest: MaxLength.name)
        try checkSecretHash(try input.optionalText("SecretHash"), of: name, for: client)
        var attributes = try input.attributes("UserAttributes")
        try checkWritable(attributes)
        let username = try makeUsername(signingUpAs: name, addingTo: &attributes)
        for required in configuration.requiredAttributes where (attributes[required] ?? "").isEmpty {
            throw .invalidParameter("Attributes did not conform to the schema: \(required): The attribute is required")
        }
        var record: PasswordRecord?
        if let password = try input.optionalText("Password"), !password.isEmpty {
            try checkPasswordPolicy(password)
            record = await makePasswordRecord(of: password, for: username)
        } else if configuration.firstFactors.allSatisfy(\.isPassword) {
            throw .invalidParameter("Missing required parameter Password")
        }
        return try registerUser(username, attributes, record, client)
    }

    /// Returns the username of a user who signs up with a name.
    ///
    /// If users sign up with an address, it generates the username, and adds the address to the attributes.
    /// - Throws: an error if the name is not permitted, or contradicts the attributes.
    private func makeUsername(
        signingUpAs name: String, addingTo attributes: inout [String: String]
    ) throws(PoolError) -> String {
        guard !configuration.usernameAttributes.isEmpty else {
            try checkNewUsername(name)
            return name
        }
        let attribute = name.contains("@") ? "email" : "phone_number"
        guard configuration.usernameAttributes.contains(attribute) else {
            let kinds = ["email": "an email address", "phone_number": "a phone number"]
            let permitted = configuration.usernameAttributes.sorted().map { kinds[$0] ?? $0 }
            throw .invalidParameter("Username should be " + permitted.joined(separator: " or "))
        }
        attributes[attribute] = attributes[attribute] ?? name
        try checkWritable(attributes)
        guard attributes[attribute] == name else {
            throw .invalidParameter("The attribute \(attribute) must be the same as Username")
        }
        return makeUUID()
    }

    /// Checks that no user has the username, or one of the addresses that users sign up with.
    /// - Throws: `UsernameExistsException` if a user does.
    private func checkUsernameIsAvailable(_ username: String, _ attributes: [String: String]) throws(PoolError) {
        let isTaken = configuration.usernameAttributes.contains { attribute in
            attributes[attribute].map { !state.users(attribute: attribute, value: $0).isEmpty } ?? false
        }
        guard !isTaken, state.user(named: username, aliases: ["preferred_username"]) == nil else {
            throw Self.nameIsTaken
        }
    }

    /// Stores a new user, sends a confirmation code, and returns the response of `SignUp`.
    /// - Throws: an error if the username, an address or the preferred username is taken.
    private func registerUser(
        _ username: String, _ attributes: [String: String], _ record: PasswordRecord?, _ client: PoolClient
    ) throws(PoolError) -> JSONValue {
        try checkUsernameIsAvailable(username, attributes)
        try checkPreferredUsernameIsAvailable(attributes, otherThan: nil)
        let user = PoolUser(
            id: makeUUID(), username: username, status: .unconfirmed, attributes: attributes, password: record,
            createdAt: now, modifiedAt: now)
        return try commit {
            state.insert(user)
            var members = [JSONMember("UserConfirmed", .bool(false)), JSONMember("UserSub", .string(user.id))]
            let attribute = codeAttribute(of: user, mustBeVerified: false)
            if let attribute {
                members.append(JSONMember("CodeDeliveryDetails", sendCode(for: .signUp, to: attribute, of: user)))
            }
            // As in the service, only a client that permits USER_AUTH gets a session.
            if client.authFlows.contains(.user) {
                let session = storeSession(.signedUp, of: user, client, codeSentTo: attribute)
                members.append(JSONMember("Session", .string(session)))
            }
            return .object(members)
        }
    }

    /// Stores a new session of a sign-up.
    /// - Parameters:
    ///   - kind: whether the user has signed up or confirmed the sign-up.
    ///   - user: the user who signs up.
    ///   - client: the app client that the session belongs to.
    ///   - attribute: the attribute that the code was sent to; nil if none was sent.
    /// - Returns: the session for the client.
    private func storeSession(
        _ kind: ChallengeKind, of user: PoolUser, _ client: PoolClient, codeSentTo attribute: String?
    ) -> String {
        let session = makeToken()
        var signIn = SignIn(
            clientID: client.id, flow: .user, userID: user.id, username: user.username)
        signIn.firstFactor = attribute == "phone_number" ? .smsCode : .emailCode
        state.challenges[Self.storageKey(of: session)] = PendingChallenge(
            kind: kind, signIn: signIn, expiresAt: now + client.sessionSeconds)
        return session
    }

    /// Implements `ConfirmSignUp`: confirms a new user with the code that was sent.
    ///
    /// If the app client permits `USER_AUTH`, the response contains a session with which the user can sign in.
    func confirmSignUp(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (knownUser, client, name) = try resolveUser(in: input)
        let code = try input.text("ConfirmationCode", longest: MaxLength.code)
        let takesOverAlias = try input.flag("ForceAliasCreation")
        let sessionKey = try input.optionalText("Session").map(Self.storageKey)
        guard knownUser == nil || knownUser?.status == .unconfirmed else {
            throw .notAuthorized("User cannot be confirmed. Current status is \(knownUser?.status.rawValue ?? "")")
        }
        let sent = try verifyCode(code, for: .signUp, of: knownUser, named: name)
        guard let user = knownUser else { throw .expiredCode }
        if let value = user.attributes[sent.attribute], !takesOverAlias {
            try checkAliasIsAvailable(sent.attribute, value: value, otherThan: user.id)
        }
        return try commit {
            confirm(user, verifying: sent.attribute)
            // amplify-js sends no session here, but expects one with which it can sign in.
            guard client.authFlows.contains(.user), mayReceiveSession(sessionKey, user, client) else {
                return .object([])
            }
            if let sessionKey { state.challenges[sessionKey] = nil }
            return .stringMap(["Session": storeSession(.confirmedSignUp, of: user, client, codeSentTo: sent.attribute)])
        }
    }

    /// Returns whether a user who confirms the sign-up may receive a new session.
    ///
    /// `key` is the storage key of the request's session. It must be nil, or belong to the unexpired session of the
    /// user's sign-up.
    private func mayReceiveSession(_ key: String?, _ user: PoolUser, _ client: PoolClient) -> Bool {
        guard let key else { return true }
        guard let pending = state.challenges[key], case .signedUp = pending.kind else { return false }
        return pending.signIn.userID == user.id && pending.signIn.clientID == client.id && pending.expiresAt > now
    }

    /// Confirms a new user, and marks an attribute as verified.
    ///
    /// If another user signs in with the same value, it becomes unverified for that user.
    private func confirm(_ user: PoolUser, verifying attribute: String) {
        let value = user.attributes[attribute] ?? ""
        if let owner = otherOwner(of: attribute, value: value, otherThan: user.id) {
            state.changeUser(owner.id) { $0.attributes[attribute + "_verified"] = "false" }
        }
        state.changeUser(user.id) { user in
            user.status = .confirmed
            user.trials.sent[CodePurpose.signUp.key] = nil
            user.trials.codes.reset()
            user.attributes[attribute + "_verified"] = "true"
        }
    }

    /// Implements `ResendConfirmationCode`: sends a new confirmation code.
    func resendConfirmationCode(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (user, _, name) = try resolveUser(in: input)
        guard let user else { return try commit { pretendToSendCode(for: .signUp, of: nil, named: name) } }
        guard user.status == .unconfirmed else { throw .invalidParameter("User is already confirmed.") }
        guard let attribute = codeAttribute(of: user, mustBeVerified: false) else {
            throw .invalidParameter("Cannot resend the code: the user has no email address or phone number")
        }
        let details = try commit { sendCode(for: .signUp, to: attribute, of: user) }
        return .object([JSONMember("CodeDeliveryDetails", details)])
    }

    /// Finds the user and app client that an unauthenticated request names.
    /// - Returns: the user, or nil for an unknown user whose existence the client hides; the client; and the name in
    ///   the request.
    /// - Throws: an error if the secret hash is wrong, or the client reveals that the user is unknown.
    func resolveUser(in input: PoolInput) throws(PoolError) -> (user: PoolUser?, client: PoolClient, name: String) {
        let client = try appClient(in: input)
        let name = try input.text("Username", longest: MaxLength.name)
        try checkSecretHash(try input.optionalText("SecretHash"), of: name, for: client)
        // A user who signed up with an address may not have verified it yet.
        let user = state.user(named: name, aliases: signInNames) ?? userSignedUp(as: name)
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        return (user, client, name)
    }

    /// Returns the oldest user with an address that users sign up with, verified or not; nil if no user has it.
    private func userSignedUp(as address: String) -> PoolUser? {
        for attribute in configuration.usernameAttributes.sorted() {
            if let user = state.users(attribute: attribute, value: address).first { return user }
        }
        return nil
    }

    private static let nameIsTaken = PoolError("UsernameExistsException", "User already exists")
}
