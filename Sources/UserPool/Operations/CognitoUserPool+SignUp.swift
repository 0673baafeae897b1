import FlowCore

extension CognitoUserPool {
    /// SignUp.
    func signUp(_ input: PoolInput) async throws(PoolError) -> WireValue {
        let client = try client(input)
        let name = try input.text("Username")
        try checkSecretHash(try input.optional("SecretHash"), of: name, for: client)
        guard name.utf8.count <= 128 else { throw .invalidParameter("Username is too long") }
        var attributes = try input.attributes("UserAttributes")
        try checkWritable(attributes)
        let username = try username(for: name, &attributes)
        for required in configuration.requiredAttributes where (attributes[required] ?? "").isEmpty {
            throw .invalidParameter("Attributes did not conform to the schema: \(required): The attribute is required")
        }
        var record: PasswordRecord?
        if let password = try input.optional("Password"), !password.isEmpty {
            try checkPolicy(password)
            record = await self.record(of: password, for: username)
        } else if configuration.firstFactors.allSatisfy({ $0 == .password || $0 == .passwordSRP }) {
            throw .invalidParameter("Missing required parameter Password")
        }
        return try insert(username, attributes, record, client)
    }

    /// The name of a new user: the given one, or one that the pool makes where users sign up with an address.
    private func username(for name: String, _ attributes: inout [String: String]) throws(PoolError) -> String {
        guard !configuration.usernameAttributes.isEmpty else { return name }
        let attribute = name.contains("@") ? "email" : "phone_number"
        guard configuration.usernameAttributes.contains(attribute) else {
            throw .invalidParameter("Username should be an \(configuration.usernameAttributes.sorted()[0])")
        }
        attributes[attribute] = attributes[attribute] ?? name
        try checkWritable(attributes)
        guard !state.users.values.contains(where: { $0.attributes[attribute] == name }) else { throw Self.nameIsTaken }
        return makeUUID()
    }

    private func insert(
        _ username: String, _ attributes: [String: String], _ record: PasswordRecord?, _ client: PoolClient
    ) throws(PoolError) -> WireValue {
        guard state.user(username, aliases: []) == nil else { throw Self.nameIsTaken }
        let user = PoolUser(
            id: makeUUID(), username: username, status: .unconfirmed, attributes: attributes, password: record,
            createdAt: now, modifiedAt: now)
        state.insert(user)
        var members = [WireMember("UserConfirmed", .bool(false)), WireMember("UserSub", .string(user.id))]
        if let attribute = codeAttribute(of: user, mustBeVerified: false) {
            members.append(WireMember("CodeDeliveryDetails", send(.signUp, to: attribute, of: user)))
        }
        members.append(WireMember("Session", .string(putSession(.signedUp, of: user, client))))
        return .object(members)
    }

    /// A session that is no challenge of a sign-in.
    private func putSession(_ kind: ChallengeKind, of user: PoolUser, _ client: PoolClient) -> String {
        let session = makeToken()
        let signIn = SignIn(
            clientID: client.id, isAdmin: false, flow: .user, userID: user.id, username: user.username)
        state.challenges[Self.key(ofSession: session)] = PendingChallenge(
            kind: kind, signIn: signIn, expiresAt: now + Int64(client.sessionMinutes) * 60)
        return session
    }

    /// ConfirmSignUp.
    func confirmSignUp(_ input: PoolInput) throws(PoolError) -> WireValue {
        let (user, client) = try named(input)
        let code = try input.text("ConfirmationCode")
        guard let user else { throw .expiredCode }
        guard user.status == .unconfirmed else {
            throw .notAuthorized("User cannot be confirmed. Current status is \(user.status.rawValue)")
        }
        try use(code, for: .signUp, of: user)
        let attribute = codeAttribute(of: user, mustBeVerified: false)
        if let attribute { try checkAlias(attribute, of: user, isForced: try input.flag("ForceAliasCreation")) }
        let signUpSession = try input.optional("Session").map(Self.key)
        state.change(user.id) { user in
            user.status = .confirmed
            user.codes[CodePurpose.signUp.key] = nil
            if let attribute { user.attributes[attribute + "_verified"] = "true" }
        }
        guard let signUpSession, let pending = state.challenges.removeValue(forKey: signUpSession),
            case .signedUp = pending.kind, pending.signIn.userID == user.id, pending.expiresAt > now
        else { return .object([]) }
        return .texts(["Session": putSession(.confirmedSignUp, of: user, client)])
    }

    /// An alias belongs to one user: to the one who verified it first, or if asked to the one who does so now.
    private func checkAlias(_ attribute: String, of user: PoolUser, isForced: Bool) throws(PoolError) {
        guard signInNames.contains(attribute), let value = user.attributes[attribute] else { return }
        let owner = state.users.values.first { $0.id != user.id && $0.verified(attribute) == value }
        guard let owner else { return }
        guard isForced else {
            throw PoolError(
                "AliasExistsException", "An account with the given \(attribute) already exists.")
        }
        state.change(owner.id) { $0.attributes[attribute + "_verified"] = "false" }
    }

    /// ResendConfirmationCode.
    func resendConfirmationCode(_ input: PoolInput) throws(PoolError) -> WireValue {
        let (user, _) = try named(input)
        guard let user else { return .object([WireMember("CodeDeliveryDetails", disguisedDelivery())]) }
        guard user.status == .unconfirmed else { throw .invalidParameter("User is already confirmed.") }
        guard let attribute = codeAttribute(of: user, mustBeVerified: false) else {
            throw .invalidParameter("Cannot resend codes: the user has no address")
        }
        return .object([WireMember("CodeDeliveryDetails", send(.signUp, to: attribute, of: user))])
    }

    /// The user whom an unauthorised request names; nothing for one who does not exist where the client hides that.
    func named(_ input: PoolInput) throws(PoolError) -> (PoolUser?, PoolClient) {
        let client = try client(input)
        let name = try input.text("Username")
        try checkSecretHash(try input.optional("SecretHash"), of: name, for: client)
        let user =
            state.user(name, aliases: signInNames) ?? state.unverified(name, by: configuration.usernameAttributes)
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        return (user, client)
    }

    /// What is said of the code for a user who does not exist.
    func disguisedDelivery() -> WireValue { Self.delivery(.email, to: "user@example.com", "email") }

    private static let nameIsTaken = PoolError("UsernameExistsException", "User already exists")
}
