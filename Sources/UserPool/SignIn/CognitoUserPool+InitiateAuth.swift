import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Implements `InitiateAuth` and `AdminInitiateAuth`: starts a sign-in or refreshes tokens.
    func initiateAuth(_ input: PoolInput, isAdmin: Bool) async throws(PoolError) -> JSONValue {
        if isAdmin { try checkPool(input) }
        let client = try appClient(in: input)
        let flow = try authFlow(in: input, for: client, isAdmin: isAdmin)
        let parameters = try input.stringMap("AuthParameters")
        if flow.isRefresh { return try await refresh(parameters, client, by: flow) }
        let name = try Self.requiredMember("USERNAME", in: parameters)
        guard name.utf8.count <= MaxLength.authParameter else { throw .invalidParameter("USERNAME is too long") }
        try checkSecretHash(parameters["SECRET_HASH"], of: name, for: client)
        let user = state.user(named: name, aliases: signInNames)
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        let signIn = SignIn(
            clientID: client.id, flow: flow, userID: user?.id, username: user?.username ?? name,
            deviceKey: user?.devices[parameters["DEVICE_KEY"] ?? ""]?.key)
        let session = try input.optionalText("Session")
        let step = try await firstStep(of: signIn, user, parameters, session: session)
        guard flow == .user, let key = session.map(Self.storageKey) else { return try await store(step) }
        // The session of ConfirmSignUp permits only one sign-in.
        guard state.challenges[key] != nil else { throw .invalidSession }
        return try await store(step, answering: key)
    }

    /// Returns the authentication flow that a request names.
    /// - Throws: `InvalidParameterException` if the flow is unknown, or the operation or the app client does not permit
    ///   it.
    private func authFlow(
        in input: PoolInput, for client: PoolClient, isAdmin: Bool
    ) throws(PoolError) -> AuthFlow {
        guard let flow = AuthFlow(rawValue: try input.text("AuthFlow")) else {
            throw .invalidParameter("AuthFlow is not a known authentication flow")
        }
        guard isAdmin ? flow.isForAdmins : !flow.isAdminOnly else {
            throw .invalidParameter("Initiate Auth method not supported.")
        }
        guard client.authFlows.contains(flow) else {
            throw .invalidParameter("\(flow.rawValue) flow not enabled for this client")
        }
        return flow
    }

    /// Returns the first step of a sign-in, after verifying what `AuthParameters` already prove.
    ///
    /// `session` is that of `ConfirmSignUp`, with which a flow `USER_AUTH` can start.
    private func firstStep(
        of signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String], session: String?
    ) async throws(PoolError) -> NextStep {
        switch signIn.flow {
        case .userSRP:
            let clientValue = try Self.requiredMember("SRP_A", in: parameters)
            return .challenge(try await makePasswordVerifier(signIn, user, clientValue: clientValue))
        case .userPassword, .adminUserPassword, .adminNoSRP:
            let password = try Self.requiredMember("PASSWORD", in: parameters)
            return try await nextStep(afterPassword: password, signIn, user)
        case .custom: return try await firstCustomStep(of: signIn, user, parameters)
        case .user:
            if let session { return try await firstStepAfterConfirmation(of: signIn, user, session: session) }
            return try await firstUserAuthStep(of: signIn, user, parameters)
        case .refreshToken, .refreshTokenShort: throw .invalidParameter("A refresh is not a sign-in")
        }
    }

    /// Returns the first step of a custom sign-in, which may start with SRP.
    private func firstCustomStep(
        of signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String]
    ) async throws(PoolError) -> NextStep {
        if parameters["CHALLENGE_NAME"] == "SRP_A" {
            let clientValue = try Self.requiredMember("SRP_A", in: parameters)
            var signInWithSRP = signIn
            signInWithSRP.rounds = [ChallengeRound(challengeName: "SRP_A", challengeResult: true)]
            return try await nextCustomStep(signInWithSRP, user, clientValue: clientValue)
        }
        return try await nextCustomStep(signIn, user)
    }

    /// Starts the first factor that the client prefers, or asks the user to choose one.
    ///
    /// The user also chooses if the preferred factor is not available.
    private func firstUserAuthStep(
        of signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String]
    ) async throws(PoolError) -> NextStep {
        try user?.checkMaySignIn()
        let available = firstFactors(of: user)
        guard let preferred = parameters["PREFERRED_CHALLENGE"].flatMap(FirstFactor.init), available.contains(preferred)
        else {
            var challenge = NewChallenge(.selectFactor(available), signIn, ["USERNAME": signIn.username])
            challenge.available = available
            return .challenge(challenge)
        }
        return try await beginFactor(preferred, signIn, user, parameters)
    }

    /// Returns the first factors that a user can sign in with.
    ///
    /// An unknown user appears to have a password.
    func firstFactors(of user: PoolUser?) -> [FirstFactor] {
        configuration.firstFactors.filter { factor in
            switch factor {
            case .password, .passwordSRP: user == nil || user?.password != nil
            // If every sign-in needs a second factor, a code cannot be the first one.
            case .emailCode: configuration.mfa != .on && user?.verifiedValue(of: "email") != nil
            case .smsCode: configuration.mfa != .on && user?.verifiedValue(of: "phone_number") != nil
            case .passkey: user?.passkeys.isEmpty == false
            }
        }
    }

    /// Starts a chosen first factor, and returns the next step.
    ///
    /// If the parameters already contain the password, it is verified at once. With `SRP_A`, the proof starts at once.
    func beginFactor(
        _ factor: FirstFactor, _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String]
    ) async throws(PoolError) -> NextStep {
        switch factor {
        case .password:
            guard let password = parameters["PASSWORD"] else { return .challenge(NewChallenge(.password, signIn)) }
            return try await nextStep(afterPassword: password, signIn, user)
        case .passwordSRP:
            guard let clientValue = parameters["SRP_A"] else { return .challenge(NewChallenge(.passwordSRP, signIn)) }
            return .challenge(try await makePasswordVerifier(signIn, user, clientValue: clientValue))
        case .emailCode: return .challenge(makeEmailChallenge(signIn, user, isSecondFactor: false))
        case .smsCode: return .challenge(makeSMSChallenge(signIn, user, isSecondFactor: false))
        case .passkey: return .challenge(try makePasskeyChallenge(signIn, user))
        }
    }

    /// Returns the first step of a sign-in with the session of `ConfirmSignUp`, whose code was the first factor.
    private func firstStepAfterConfirmation(
        of signIn: SignIn, _ user: PoolUser?, session: String
    ) async throws(PoolError) -> NextStep {
        let key = Self.storageKey(of: session)
        guard let pending = state.challenges[key], case .confirmedSignUp = pending.kind,
            pending.signIn.userID == signIn.userID, signIn.userID != nil, pending.signIn.clientID == signIn.clientID
        else { throw .invalidSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        var continuedSignIn = signIn
        continuedSignIn.firstFactor = pending.signIn.firstFactor
        return try await nextStep(of: continuedSignIn, user)
    }

    /// Verifies a plain-text password, and returns the next step.
    private func nextStep(
        afterPassword password: String, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(PoolError) -> NextStep {
        let verified = try await verifyPassword(password, signIn, user)
        // The user may have changed during the verification.
        return try await nextStep(of: verified, verified.userID.flatMap { state.users[$0] })
    }

    /// Verifies a plain-text password, and counts it if it is wrong.
    /// - Returns: the sign-in with the password as its first factor.
    func verifyPassword(
        _ password: String, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(PoolError) -> SignIn {
        let (id, name) = (user?.id, signIn.username)
        try checkPasswordAttempts(of: id, named: name)
        let identity = SRPIdentity(realm: configuration.poolName, user: user?.username ?? name)
        // A fake record for an unknown user makes the verification take as long.
        let record = user?.password ?? fakePasswordRecord(for: name)
        let isRight = await Self.compute { record.accepts(password, of: identity) }
        // Meanwhile another request may have tried a wrong password, or changed the password.
        try checkPasswordAttempts(of: id, named: name)
        guard isRight, let user = id.flatMap({ state.users[$0] }), user.password == record else {
            try commitFailure { countWrongPassword(of: id, named: name) }
            throw .wrongPassword
        }
        try user.checkMaySignIn()
        try user.checkTemporaryPassword(at: now)
        var verifiedSignIn = signIn
        verifiedSignIn.firstFactor = .password
        return verifiedSignIn
    }

    /// Creates the SRP challenge `PASSWORD_VERIFIER` for the client's public value `SRP_A`.
    ///
    /// For an unknown user the challenge is fake, with the same salt for every request.
    /// - Throws: an error after too many wrong passwords, or if the value is invalid.
    func makePasswordVerifier(
        _ signIn: SignIn, _ user: PoolUser?, clientValue: String
    ) async throws(PoolError) -> NewChallenge {
        try checkPasswordAttempts(of: user?.id, named: signIn.username)
        let identity = SRPIdentity(realm: configuration.poolName, user: user?.username ?? signIn.username)
        let record = user?.password ?? fakePasswordRecord(for: signIn.username)
        let random = environment.random
        let exchange = try await Self.compute { () throws(PoolError) in
            try SRPExchange(clientValue: clientValue, verifier: record, identity: identity, random: random)
        }
        let parameters = [
            "SRP_B": exchange.serverValue, "SALT": exchange.salt, "SECRET_BLOCK": exchange.secretBlock,
            "USERNAME": signIn.username, "USER_ID_FOR_SRP": identity.user,
        ]
        return NewChallenge(.passwordVerifier(exchange), signIn, parameters)
    }

    /// Derives a password record for an unknown user, which no password matches.
    private func fakePasswordRecord(for name: String) -> PasswordRecord {
        PasswordRecord(disguising: name, key: state.disguiseKey)
    }
}
