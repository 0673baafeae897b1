import FlowCore
import FlowRuntime

/// Registers and confirms users.
enum SignUpOperations {
    static let all: [String: PoolOperation] = [
        "SignUp": .turns(signUp),
        "ConfirmSignUp": .turn(confirmSignUp),
        "ResendConfirmationCode": .turn(resendCode),
    ]

    /// Implements `SignUp`: registers a user, and sends a confirmation code if the user has an address for it.
    private static func signUp(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        let configuration = pool.configuration
        let client = try configuration.appClient(in: input)
        let name = try input.text("Username", longest: MaxLength.name)
        try client.checkSecretHash(try input.optionalText("SecretHash"), of: name)
        var attributes = try input.attributes("UserAttributes")
        try configuration.checkWritable(attributes)
        let username = try makeUsername(for: name, addingTo: &attributes, pool)
        // An added address must be well-formed, too.
        try configuration.checkWritable(attributes)
        for required in configuration.requiredAttributes where (attributes[required] ?? "").isEmpty {
            throw .invalidParameter("Attributes did not conform to the schema: \(required): The attribute is required")
        }
        // A user can sign up without a password if a code can be the first factor (API reference, SignUp).
        guard let password = try input.optionalText("Password"), !password.isEmpty else {
            guard configuration.codeAddresses.contains(where: { attributes[$0]?.isEmpty == false }) else {
                throw .invalidParameter("Missing required parameter Password")
            }
            return .done(try register(username, attributes, nil, client, &pool))
        }
        try configuration.checkPasswordPolicy(password)
        let work = pool.passwordRecord(of: password, for: username)
        return .work(work) { [attributes] record, pool throws(PoolError) in
            .done(try register(username, attributes, record, client, &pool))
        }
    }

    /// Returns the username of a new user with a requested name. If users sign up with an address, generates the
    /// username, and adds the address to the attributes.
    static func makeUsername(
        for name: String, addingTo attributes: inout [String: String], _ pool: Pool
    ) throws(PoolError) -> String {
        let configuration = pool.configuration
        guard name.unicodeScalars.allSatisfy(\.isAllowedInName) else {
            throw .invalidParameter("Username contains an invalid character")
        }
        guard !configuration.usernameAttributes.isEmpty else {
            try configuration.checkIsNoAlias(name)
            return name
        }
        let attribute = name.contains("@") ? "email" : "phone_number"
        guard configuration.usernameAttributes.contains(attribute) else {
            let kinds = ["email": "an email address", "phone_number": "a phone number"]
            let permitted = configuration.usernameAttributes.sorted().map { kinds[$0] ?? $0 }
            throw .invalidParameter("Username should be " + permitted.joined(separator: " or "))
        }
        attributes[attribute] = attributes[attribute] ?? name
        guard attributes[attribute] == name else {
            throw .invalidParameter("The attribute \(attribute) must be the same as Username")
        }
        return pool.random.uuid()
    }

    /// Stores a new user, sends a confirmation code if the user has an address for it, and returns the response of
    /// `SignUp`.
    private static func register(
        _ username: String, _ attributes: [String: String], _ record: PasswordRecord?, _ client: PoolClient,
        _ pool: inout Pool
    ) throws(PoolError) -> JSONValue {
        try checkIsAvailable(username, attributes, pool)
        let user = PoolUser(
            id: pool.makeID(ofNewUser: username), username: username, status: .unconfirmed, attributes: attributes,
            password: record, createdAt: pool.now, modifiedAt: pool.now)
        pool.state.insert(user)
        var members = [JSONMember("UserConfirmed", .bool(false)), JSONMember("UserSub", .string(user.id))]
        let attribute = VerificationCodes.addressAttribute(of: user, mustBeVerified: false, pool.configuration)
        if let attribute {
            members.append(
                JSONMember("CodeDeliveryDetails", VerificationCodes.send(.signUp, to: attribute, of: user, &pool)))
        }
        // As in the service, only a client that permits USER_AUTH gets a session.
        if client.authFlows.contains(.user) {
            let session = pool.openSession(.signedUp, signIn(of: user, client, codeSentTo: attribute))
            members.append(JSONMember("Session", .string(session)))
        }
        return .object(members)
    }

    /// Checks that the username of a new user is available, and so is each attribute that is a sign-in name without
    /// verification.
    static func checkIsAvailable(_ username: String, _ attributes: [String: String], _ pool: Pool) throws(PoolError) {
        guard pool.user(named: username) == nil else {
            throw PoolError("UsernameExistsException", "User already exists")
        }
        try pool.checkSignInNamesAreAvailable(attributes, otherThan: nil)
    }

    /// Returns the sign-in that the session of a sign-up continues. `attribute` is the attribute that the code was sent
    /// to; nil if none was sent.
    private static func signIn(of user: PoolUser, _ client: PoolClient, codeSentTo attribute: String?) -> SignIn {
        var signIn = SignIn(clientID: client.id, flow: .user, userID: user.id, username: user.username)
        // The code counts as the first factor, but only after `ConfirmSignUp`, where `attribute` is never nil.
        signIn.firstFactor = attribute == "phone_number" ? .smsCode : .emailCode
        return signIn
    }

    /// Implements `ConfirmSignUp`: confirms a new user with the code that was sent. If the app client permits
    /// `USER_AUTH`, and the request contains no session or that of the sign-up, the response contains a session with
    /// which the user can sign in.
    private static func confirmSignUp(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let (knownUser, client, name) = try pool.resolveUser(in: input)
        let code = try input.text("ConfirmationCode", longest: MaxLength.code)
        let takesOverAlias = try input.flag("ForceAliasCreation")
        let sessionKey = try input.optionalText("Session").map(PoolState.storageKey)
        guard knownUser == nil || knownUser?.status == .unconfirmed else {
            let status = knownUser?.status.rawValue ?? ""
            throw .notAuthorized("User cannot be confirmed. Current status is \(status)")
        }
        let sent = try VerificationCodes.verify(code, .signUp, of: knownUser, named: name, &pool)
        // The code of an unknown user never matches, so this guard never fails.
        guard let user = knownUser else { throw .expiredCode }
        if let value = user.attributes[sent.attribute], !takesOverAlias {
            try pool.checkAliasIsAvailable(sent.attribute, value: value, otherThan: user.id)
        }
        confirm(user, verifying: sent.attribute, &pool)
        // amplify-js sends no session here, but expects one with which it can sign in.
        guard client.authFlows.contains(.user), mayReceiveSession(sessionKey, user, client, pool) else { return [:] }
        if let sessionKey { pool.state.sessions[sessionKey] = nil }
        let session = pool.openSession(.confirmedSignUp, signIn(of: user, client, codeSentTo: sent.attribute))
        return .stringMap(["Session": session])
    }

    /// Returns whether a user who confirms the sign-up may receive a new session. `key` is the storage key of the
    /// request's session. It must be nil, or belong to the unexpired session of the user's sign-up.
    static func mayReceiveSession(_ key: String?, _ user: PoolUser, _ client: PoolClient, _ pool: Pool) -> Bool {
        guard let key else { return true }
        guard let pending = pool.state.sessions[key], case .signedUp = pending.kind else { return false }
        return pending.signIn.userID == user.id && pending.signIn.clientID == client.id && pending.expiresAt > pool.now
    }

    /// Confirms a new user, and marks an attribute as verified. If another user can sign in with the same value, the
    /// value becomes unverified for that user.
    private static func confirm(_ user: PoolUser, verifying attribute: String, _ pool: inout Pool) {
        pool.takeOverAlias(attribute, value: user.attributes[attribute] ?? "", for: user.id)
        pool.state.accounts.change(user.id) { user in
            user.status = .confirmed
            user.trials.sent[CodePurpose.signUp.key] = nil
            user.trials.codes.reset()
            user.attributes[attribute + "_verified"] = "true"
        }
    }

    /// Implements `ResendConfirmationCode`: sends a new confirmation code.
    private static func resendCode(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let (user, _, name) = try pool.resolveUser(in: input)
        guard let user else { return VerificationCodes.pretendToSend(.signUp, of: nil, named: name, &pool) }
        guard user.status == .unconfirmed else { throw .invalidParameter("User is already confirmed.") }
        guard let attribute = VerificationCodes.addressAttribute(of: user, mustBeVerified: false, pool.configuration)
        else {
            throw .invalidParameter("Cannot resend the code: the user has no email address or phone number")
        }
        return ["CodeDeliveryDetails": VerificationCodes.send(.signUp, to: attribute, of: user, &pool)]
    }
}
