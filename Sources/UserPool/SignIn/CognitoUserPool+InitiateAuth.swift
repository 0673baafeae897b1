import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// InitiateAuth and AdminInitiateAuth.
    func initiateAuth(_ input: PoolInput, isAdmin: Bool) async throws(PoolError) -> JSONValue {
        if isAdmin { try checkPool(input) }
        let client = try client(input)
        guard let flow = AuthFlow(rawValue: try input.text("AuthFlow")) else {
            throw .invalidParameter("AuthFlow is not one of the flows of the API")
        }
        guard isAdmin ? flow.isForAdmins : !flow.isAdminOnly else {
            throw .invalidParameter("Initiate Auth method not supported.")
        }
        guard client.authFlows.contains(flow) else {
            throw .invalidParameter("\(flow.rawValue) flow not enabled for this client")
        }
        let parameters = try input.map("AuthParameters")
        if flow.isRefresh { return try await refresh(parameters, client, by: flow) }
        let name = try Self.required("USERNAME", in: parameters)
        guard name.utf8.count <= 2048 else { throw .invalidParameter("USERNAME is too long") }
        try checkSecretHash(parameters["SECRET_HASH"], of: name, for: client)
        let user = state.user(name, aliases: signInNames)
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        let signIn = SignIn(
            clientID: client.id, flow: flow, userID: user?.id, username: user?.username ?? name,
            deviceKey: user?.devices[parameters["DEVICE_KEY"] ?? ""]?.key)
        let session = try input.optional("Session")
        let step = try await begin(signIn, user, parameters, session: session)
        guard flow == .user, let key = session.map(Self.key) else { return try await put(step) }
        // ConfirmSignUp's session permits one sign-in.
        guard state.challenges[key] != nil else { throw .deadSession }
        return try await put(step, answering: key)
    }

    /// Performs the first step of a sign-in.
    private func begin(
        _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String], session: String?
    ) async throws(PoolError) -> NextStep {
        switch signIn.flow {
        case .userSRP:
            return .challenge(
                try await passwordVerifier(signIn, user, clientValue: try Self.required("SRP_A", in: parameters)))
        case .userPassword, .adminUserPassword, .adminNoSRP:
            let password = try Self.required("PASSWORD", in: parameters)
            return try await next(afterPassword: password, signIn, user)
        case .custom: return try await beginCustom(signIn, user, parameters)
        case .user:
            if let session { return try await signInAfterConfirmation(signIn, user, session: session) }
            return try await beginUserAuth(signIn, user, parameters)
        case .refreshToken, .refreshTokenShort: throw .invalidParameter("A refresh is no sign-in")
        }
    }

    private func beginCustom(
        _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String]
    ) async throws(PoolError) -> NextStep {
        var signIn = signIn
        if parameters["CHALLENGE_NAME"] == "SRP_A" {
            let clientValue = try Self.required("SRP_A", in: parameters)
            signIn.rounds = [ChallengeRound(challengeName: "SRP_A", challengeResult: true)]
            return try await customStep(signIn, user, clientValue: clientValue)
        }
        return try await customStep(signIn, user)
    }

    private func beginUserAuth(
        _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String]
    ) async throws(PoolError) -> NextStep {
        try user?.checkMaySignIn()
        let available = firstFactors(of: user)
        guard let preferred = parameters["PREFERRED_CHALLENGE"].flatMap(FirstFactor.init), available.contains(preferred)
        else {
            var challenge = NewChallenge(.selectFactor(available), signIn, ["USERNAME": signIn.username])
            challenge.available = available
            return .challenge(challenge)
        }
        return try await use(preferred, signIn, user, parameters)
    }

    /// A user's first factors. An unknown user appears to have a password.
    func firstFactors(of user: PoolUser?) -> [FirstFactor] {
        configuration.firstFactors.filter { factor in
            switch factor {
            case .password, .passwordSRP: user == nil || user?.password != nil
            // If MFA is required for all users, a code cannot be the first factor.
            case .emailCode: configuration.mfa != .on && user?.verified("email") != nil
            case .smsCode: configuration.mfa != .on && user?.verified("phone_number") != nil
            case .passkey: user?.passkeys.isEmpty == false
            }
        }
    }

    /// Uses a chosen first factor with its accompanying responses.
    func use(
        _ factor: FirstFactor, _ signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String]
    ) async throws(PoolError) -> NextStep {
        switch factor {
        case .password:
            guard let password = parameters["PASSWORD"] else { return .challenge(NewChallenge(.password, signIn)) }
            return try await next(afterPassword: password, signIn, user)
        case .passwordSRP:
            guard let clientValue = parameters["SRP_A"] else { return .challenge(NewChallenge(.passwordSRP, signIn)) }
            return .challenge(try await passwordVerifier(signIn, user, clientValue: clientValue))
        case .emailCode: return .challenge(emailCode(signIn, user, isSecondFactor: false))
        case .smsCode: return .challenge(smsCode(signIn, user, isSecondFactor: false))
        case .passkey: return .challenge(try passkey(signIn, user))
        }
    }

    /// Signs in with `ConfirmSignUp`'s session, whose code was the first factor.
    private func signInAfterConfirmation(
        _ signIn: SignIn, _ user: PoolUser?, session: String
    ) async throws(PoolError) -> NextStep {
        let key = Self.key(ofSession: session)
        guard let pending = state.challenges[key], case .confirmedSignUp = pending.kind,
            pending.signIn.userID == signIn.userID, signIn.userID != nil, pending.signIn.clientID == signIn.clientID
        else { throw .deadSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        var signIn = signIn
        signIn.firstFactor = pending.signIn.firstFactor
        return try await next(signIn, user)
    }

    /// Continues after a plain-text password, for the user at its verification.
    private func next(
        afterPassword password: String, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(PoolError) -> NextStep {
        let proved = try await signInByPassword(signIn, user, password)
        return try await next(proved, proved.userID.flatMap { state.users[$0] })
    }

    /// Verifies a plain-text password.
    func signInByPassword(
        _ signIn: SignIn, _ user: PoolUser?, _ password: String
    ) async throws(PoolError) -> SignIn {
        let (id, name) = (user?.id, signIn.username)
        try checkPasswordAttempts(id, name)
        let identity = SRPIdentity(realm: configuration.poolName, user: user?.username ?? name)
        // An unknown user takes as long as a known one.
        let record = user?.password ?? disguise(name)
        let isRight = await Self.compute { record.accepts(password, of: identity) }
        // Another request may have failed meanwhile, or changed the password.
        try checkPasswordAttempts(id, name)
        guard isRight, let user = id.flatMap({ state.users[$0] }), user.password == record else {
            try count { countWrongPassword(id, name) }
            throw .wrongPassword
        }
        try user.checkMaySignIn()
        try user.checkTemporaryPassword(at: now)
        var signIn = signIn
        signIn.firstFactor = .password
        return signIn
    }

    /// Creates the SRP challenge; for an unknown user a stable fake one.
    func passwordVerifier(
        _ signIn: SignIn, _ user: PoolUser?, clientValue: String
    ) async throws(PoolError) -> NewChallenge {
        try checkPasswordAttempts(user?.id, signIn.username)
        let identity = SRPIdentity(realm: configuration.poolName, user: user?.username ?? signIn.username)
        let record = user?.password ?? disguise(signIn.username)
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

    private func disguise(_ name: String) -> PasswordRecord {
        PasswordRecord(disguising: name, key: state.disguiseKey)
    }
}
