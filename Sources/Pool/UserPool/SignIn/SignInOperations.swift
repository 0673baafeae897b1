import FlowCore

/// Starts sign-ins and answers their challenges.
enum SignInOperations {
    static let all: [String: PoolOperation] = [
        "InitiateAuth": .turns { input, pool throws(PoolError) in try initiateAuth(input, isAdmin: false, &pool) },
        "AdminInitiateAuth": .turns(
            { input, pool throws(PoolError) in try initiateAuth(input, isAdmin: true, &pool) }, isAdministrative: true),
        "RespondToAuthChallenge": .turns { input, pool throws(PoolError) in
            try ChallengeResponse.respond(input, isAdmin: false, &pool)
        },
        "AdminRespondToAuthChallenge": .turns(
            { input, pool throws(PoolError) in try ChallengeResponse.respond(input, isAdmin: true, &pool) },
            isAdministrative: true),
    ]

    /// Implements `InitiateAuth` and `AdminInitiateAuth`: starts a sign-in or refreshes tokens.
    private static func initiateAuth(
        _ input: PoolInput, isAdmin: Bool, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<JSONValue> {
        if isAdmin { try pool.configuration.checkPool(input) }
        let client = try pool.configuration.appClient(in: input)
        let flow = try authFlow(in: input, for: client, isAdmin: isAdmin)
        let parameters = try input.stringMap("AuthParameters")
        if flow.isRefresh { return try RefreshOperations.refresh(parameters, client, by: flow, &pool) }
        let name = try parameters.required("USERNAME")
        guard name.utf8.count <= MaxLength.authParameter else { throw .invalidParameter("USERNAME is too long") }
        try client.checkSecretHash(parameters["SECRET_HASH"], of: name)
        let user = pool.user(named: name)
        guard user != nil || client.hidesUserExistence else { throw .unknownUser }
        // A device that the user does not have is ignored.
        let signIn = SignIn(
            clientID: client.id, flow: flow, userID: user?.id,
            username: user?.username ?? pool.usernameOfUnknownUser(named: name),
            deviceKey: user?.device(withKey: parameters["DEVICE_KEY"])?.key)
        let session = try input.optionalText("Session")
        return try firstStep(of: signIn, user, parameters, session: session, &pool)
            .then(&pool) { step, pool throws(PoolError) in
                guard flow == .user, let key = session.map(PoolState.storageKey) else {
                    return try SignInMachine.store(step, &pool)
                }
                // The session of ConfirmSignUp permits only one sign-in.
                guard pool.state.sessions[key] != nil else { throw .invalidSession }
                return try SignInMachine.store(step, answering: key, &pool)
            }
    }

    /// Returns the authentication flow that a request names.
    /// - Throws: `InvalidParameterException` if the flow is unknown, or the operation or the app client does not permit
    ///   it.
    static func authFlow(in input: PoolInput, for client: PoolClient, isAdmin: Bool) throws(PoolError) -> AuthFlow {
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

    /// Returns the first step of a sign-in, after verifying what `AuthParameters` already prove. `session` is that of
    /// `ConfirmSignUp`, with which a flow `USER_AUTH` can start.
    private static func firstStep(
        of signIn: SignIn, _ user: PoolUser?, _ parameters: [String: String], session: String?,
        _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        switch signIn.flow {
        case .userSRP:
            return try PasswordProof.begin(signIn, user, clientValue: try parameters.required("SRP_A"), pool)
        case .userPassword, .adminUserPassword, .adminNoSRP:
            return try PlainPassword.begin(signIn, user, password: try parameters.required("PASSWORD"), &pool)
        case .custom: return try CustomSignIn.begin(signIn, user, parameters, &pool)
        case .user:
            try checkIsNoStepUp(parameters)
            if let session { return try firstStepAfterConfirmation(of: signIn, user, session: session, &pool) }
            return try FactorSelection.begin(signIn, user, parameters, &pool)
        // `initiateAuth` handles a refresh before it creates a sign-in.
        case .refreshToken, .refreshTokenShort: throw .invalidParameter("A refresh is not a sign-in")
        }
    }

    /// Checks that a sign-in with `USER_AUTH` does not ask for step-up authentication.
    private static func checkIsNoStepUp(_ parameters: [String: String]) throws(PoolError) {
        for name in ["ACCESS_TOKEN", "TARGET_ACR_VALUES", "MAX_AGE"] where parameters[name] != nil {
            throw PoolError(
                "FeatureUnavailableInTierException", "The local pool does not support step-up authentication (\(name))")
        }
    }

    /// Returns the first step of a sign-in with the session of `ConfirmSignUp`, whose code was the first factor.
    private static func firstStepAfterConfirmation(
        of signIn: SignIn, _ user: PoolUser?, session: String, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<NextStep> {
        guard let pending = pool.state.sessions[PoolState.storageKey(of: session)],
            case .confirmedSignUp = pending.kind, pending.signIn.userID == signIn.userID, signIn.userID != nil,
            pending.signIn.clientID == signIn.clientID
        else { throw .invalidSession }
        guard pending.expiresAt > pool.now else { throw .expiredSession }
        // The session is only for the user's first sign-in (API reference, InitiateAuth).
        guard user?.hasSignedIn != true else { throw .invalidSession }
        var continuedSignIn = signIn
        continuedSignIn.firstFactor = pending.signIn.firstFactor
        return try SignInMachine.next(of: continuedSignIn, user, &pool)
    }
}
