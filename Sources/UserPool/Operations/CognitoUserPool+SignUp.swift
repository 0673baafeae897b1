import FlowCore

extension CognitoUserPool {
    func signUp(_ input: PoolInput) async throws(PoolError) -> JSONValue {
        let client = try client(input)
        let name = try input.text("Username", longest: 128)
        try checkSecretHash(try input.optional("SecretHash"), of: name, for: client)
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

    /// The username of a new user.
    ///
    /// It is generated if users sign up with an address.
    private func username(for name: String, _ attributes: inout [String: String]) throws(PoolError) -> String {
        guard !configuration.usernameAttributes.isEmpty else {
            try checkNewName(name)
            return name
        }
        let attribute = name.contains("@") ? "email" : "phone_number"
        guard configuration.usernameAttributes.contains(attribute) else {
            throw .invalidParameter("Username should be an \(configuration.usernameAttributes.sorted()[0])")
        }
        attributes[attribute] = attributes[attribute] ?? name
        try checkWritable(attributes)
        guard attributes[attribute] == name else {
            throw .invalidParameter("The attribute \(attribute) is not the name to sign up with")
        }
        return makeUUID()
    }

    /// Throws if a username, or an address used as one, is taken.
    private func checkIsFree(_ username: String, _ attributes: [String: String]) throws(PoolError) {
        let isTaken = configuration.usernameAttributes.contains { attribute in
            attributes[attribute].map { !state.users(attribute, $0).isEmpty } ?? false
        }
        guard !isTaken, state.user(username, aliases: ["preferred_username"]) == nil else { throw Self.nameIsTaken }
    }

    private func insert(
        _ username: String, _ attributes: [String: String], _ record: PasswordRecord?, _ client: PoolClient
    ) throws(PoolError) -> JSONValue {
        try checkIsFree(username, attributes)
        try checkPreferredName(attributes, of: nil)
        let user = PoolUser(
            id: makeUUID(), username: username, status: .unconfirmed, attributes: attributes, password: record,
            createdAt: now, modifiedAt: now)
        return try keep {
            state.insert(user)
            var members = [JSONMember("UserConfirmed", .bool(false)), JSONMember("UserSub", .string(user.id))]
            let attribute = codeAttribute(of: user, mustBeVerified: false)
            if let attribute {
                members.append(JSONMember("CodeDeliveryDetails", send(.signUp, to: attribute, of: user)))
            }
            // The session only supports USER_AUTH. The service returns none if the client does not permit it.
            if client.authFlows.contains(.user) {
                members.append(JSONMember("Session", .string(putSession(.signedUp, of: user, client, by: attribute))))
            }
            return .object(members)
        }
    }

    /// Creates a session that is not a sign-in challenge.
    private func putSession(
        _ kind: ChallengeKind, of user: PoolUser, _ client: PoolClient, by attribute: String?
    ) -> String {
        let session = makeToken()
        var signIn = SignIn(
            clientID: client.id, flow: .user, userID: user.id, username: user.username)
        signIn.firstFactor = attribute == "phone_number" ? .smsCode : .emailCode
        state.challenges[Self.key(ofSession: session)] = PendingChallenge(
            kind: kind, signIn: signIn, expiresAt: now + Int64(client.sessionMinutes) * 60)
        return session
    }

    func confirmSignUp(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (named, client, name) = try named(input)
        let code = try input.text("ConfirmationCode", longest: 2048)
        let isForced = try input.flag("ForceAliasCreation")
        let signUpSession = try input.optional("Session").map(Self.key)
        guard named == nil || named?.status == .unconfirmed else {
            throw .notAuthorized("User cannot be confirmed. Current status is \(named?.status.rawValue ?? "")")
        }
        let sent = try use(code, for: .signUp, of: named, name)
        guard let user = named else { throw .expiredCode }
        if let value = user.attributes[sent.attribute], !isForced {
            try checkAlias(sent.attribute, value, besides: user.id)
        }
        return try keep {
            confirm(user, by: sent.attribute)
            // amplify-js confirms without SignUp's session and signs in with the one returned here: the code is the
            // proof.
            guard client.authFlows.contains(.user), isSession(signUpSession, ofSignUp: user, client) else {
                return .object([])
            }
            if let signUpSession { state.challenges[signUpSession] = nil }
            return .texts(["Session": putSession(.confirmedSignUp, of: user, client, by: sent.attribute)])
        }
    }

    /// Whether a confirmation has no session, or that of its sign-up.
    private func isSession(_ key: String?, ofSignUp user: PoolUser, _ client: PoolClient) -> Bool {
        guard let key else { return true }
        guard let pending = state.challenges[key], case .signedUp = pending.kind else { return false }
        return pending.signIn.userID == user.id && pending.signIn.clientID == client.id && pending.expiresAt > now
    }

    /// Confirms a new user, who takes over an alias from any other user.
    private func confirm(_ user: PoolUser, by attribute: String) {
        let value = user.attributes[attribute] ?? ""
        if let owner = owner(of: attribute, value, besides: user.id) {
            state.change(owner.id) { $0.attributes[attribute + "_verified"] = "false" }
        }
        state.change(user.id) { user in
            user.status = .confirmed
            user.trials.sent[CodePurpose.signUp.key] = nil
            user.trials.codes.succeed()
            user.attributes[attribute + "_verified"] = "true"
        }
    }

    func resendConfirmationCode(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let (user, _, name) = try named(input)
        guard let user else { return try keep { pretendToSend(.signUp, nil, name) } }
        guard user.status == .unconfirmed else { throw .invalidParameter("User is already confirmed.") }
        guard let attribute = codeAttribute(of: user, mustBeVerified: false) else {
            throw .invalidParameter("Cannot resend codes: the user has no address")
        }
        return .object([JSONMember("CodeDeliveryDetails", try keep { send(.signUp, to: attribute, of: user) })])
    }

    /// The user named in an unauthenticated request.
    /// - Returns: nil for an unknown user if the client hides user existence.
    func named(_ input: PoolInput) throws(PoolError) -> (user: PoolUser?, client: PoolClient, name: String) {
        let client = try client(input)
        let name = try input.text("Username", longest: 128)
        try checkSecretHash(try input.optional("SecretHash"), of: name, for: client)
        // A user who signed up with an address has not verified it yet.
        let user =
            state.user(name, aliases: signInNames)
            ?? configuration.usernameAttributes.sorted().lazy.compactMap { self.state.users($0, name).first }.first
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        return (user, client, name)
    }

    private static let nameIsTaken = PoolError("UsernameExistsException", "User already exists")
}
