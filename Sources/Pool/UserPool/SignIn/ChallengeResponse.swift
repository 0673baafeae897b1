import FlowCore

/// The answer to a challenge that is being verified, with the sign-in and its user.
struct ChallengeResponse: Sendable {
    let answer: ChallengeAnswer
    let kind: ChallengeKind
    let signIn: SignIn
    /// The user who signs in; nil for an unknown one.
    let user: PoolUser?
    private let key: String

    /// Implements `RespondToAuthChallenge` and `AdminRespondToAuthChallenge`: answers a challenge.
    static func respond(
        _ input: PoolInput, isAdmin: Bool, _ pool: inout Pool
    ) throws(PoolError) -> PoolStep<JSONValue> {
        if isAdmin { try pool.configuration.checkPool(input) }
        let client = try pool.configuration.appClient(in: input)
        let answer = try ChallengeAnswer(input)
        guard isAdmin || answer.challenge != "ADMIN_NO_SRP_AUTH" else {
            throw .invalidParameter("ADMIN_NO_SRP_AUTH cannot be answered with this operation.")
        }
        guard ChallengeKind.names.contains(answer.challenge) else {
            throw .invalidParameter("ChallengeName is not a known challenge")
        }
        let name = try answer.requiredResponse("USERNAME")
        try client.checkSecretHash(answer.responses["SECRET_HASH"], of: name)
        return try ChallengeResponse(answer, username: name, pool).acceptOrReject(&pool)
    }

    /// Finds the challenge of an answer. Throws if the challenge is in use, or the user or the named device is missing.
    private init(_ answer: ChallengeAnswer, username: String, _ pool: Pool) throws(PoolError) {
        let (key, pending) = try Self.pendingChallenge(for: answer, username: username, pool)
        guard !pool.sessionsInUse.contains(key) else { throw .invalidSession }
        var signIn = pending.signIn
        user = pool.state.accounts[signIn.userID]
        // The user may have been removed since the challenge was issued.
        guard user != nil || signIn.userID == nil else { throw .wrongPassword }
        signIn.deviceKey = answer.responses["DEVICE_KEY"]
        // The session remains valid, so that the client can answer again without the device.
        if let device = signIn.deviceKey, user?.devices[device] == nil { throw .unknownDevice }
        self.answer = answer
        kind = pending.kind
        self.signIn = signIn
        self.key = key
    }

    /// Returns the challenge that an answer with a username belongs to, and its storage key.
    private static func pendingChallenge(
        for answer: ChallengeAnswer, username name: String, _ pool: Pool
    ) throws(PoolError) -> (key: String, challenge: PendingChallenge) {
        guard let key = challengeKey(for: answer, pool), let pending = pool.state.sessions[key] else {
            throw .invalidSession
        }
        let signIn = pending.signIn
        let isOwnName = [signIn.username, signIn.userID].contains { $0?.utf8.elementsEqual(name.utf8) == true }
        let isOwnAlias =
            signIn.userID == nil
            ? pool.usernameOfUnknownUser(named: name).utf8.elementsEqual(signIn.username.utf8)
            : pool.user(named: name)?.id == signIn.userID
        guard signIn.clientID == answer.clientID, isOwnName || isOwnAlias else { throw .invalidSession }
        guard pending.expiresAt > pool.now else { throw .expiredSession }
        guard pending.kind.isAnswered(by: answer.challenge) else { throw .invalidSession }
        return (key, pending)
    }

    /// Returns the storage key of the challenge that an answer belongs to. Without a session, the secret block of an
    /// SRP proof or the device identifies the challenge.
    /// - Returns: nil if the answer identifies no challenge, or its session does not belong to its secret block.
    private static func challengeKey(for answer: ChallengeAnswer, _ pool: Pool) -> String? {
        // Some clients send an old secret block with later answers, which is ignored.
        let isProof = ChallengeKind.proofNames.contains(answer.challenge)
        if isProof, let block = answer.responses["PASSWORD_CLAIM_SECRET_BLOCK"] {
            let session = SignInMachine.session(ofSecretBlock: block, key: pool.state.disguiseKey)
            guard answer.session == nil || answer.session == session else { return nil }
            return PoolState.storageKey(of: session)
        }
        if let session = answer.session { return PoolState.storageKey(of: session) }
        guard answer.challenge == "DEVICE_SRP_AUTH", let device = answer.responses["DEVICE_KEY"] else { return nil }
        // pycognito sends only the device, which is ambiguous if one device has two sign-ins.
        return pool.state.sessions.key(ofDevice: device, at: pool.now)
    }

    // MARK: The verdict

    /// Verifies the answer, stores the next step or the effects of a rejection, and returns the response. During the
    /// verification, the session rejects other answers.
    private func acceptOrReject(_ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        pool.sessionsInUse.insert(key)
        return try .start(&pool) { pool throws(ChallengeRejection) in
            try verifiedVerdict(&pool).then(&pool) { verdict, pool throws(ChallengeRejection) in
                try accept(verdict, &pool)
            }
        } replacingErrors: { rejection, pool in
            pool.sessionsInUse.remove(key)
            apply(rejection, &pool)
            return rejection.error
        }
    }

    /// Verifies the answer, and returns the verdict with the effects of a right answer, which the caller stores. Only a
    /// wrong plain-text password is counted immediately.
    private func verifiedVerdict(_ pool: inout Pool) throws(ChallengeRejection) -> ChallengeStep {
        switch kind {
        case .passwordVerifier(let exchange): try PasswordProof.evaluate(self, exchange, &pool)
        case .deviceSRP: try DeviceProof.begin(self, &pool)
        case .devicePasswordVerifier(let exchange): try DeviceProof.evaluate(self, exchange, &pool)
        case .password: try PlainPassword.evaluate(self, &pool)
        case .passwordSRP: try PasswordProof.begin(self, &pool)
        case .smsMFA(let code): try SentCodeChallenge.evaluateSMS(self, code, isSecondFactor: true, pool)
        case .smsCode(let code): try SentCodeChallenge.evaluateSMS(self, code, isSecondFactor: false, pool)
        case .emailCode(let code, let isSecondFactor, let address):
            try SentCodeChallenge.evaluateEmail(self, code, isSecondFactor: isSecondFactor, settingUp: address, pool)
        case .softwareToken: try SoftwareTokenChallenge.evaluate(self, pool)
        case .selectMFA(let factors): try SecondFactor.evaluateSelection(self, factors, pool)
        case .setUpMFA(let factors): try SecondFactor.beginEmailSetUp(self, factors, pool)
        case .softwareTokenVerified(let token): .done(SoftwareTokenChallenge.acceptSetUp(self, token))
        case .newPassword: try NewPassword.evaluate(self, pool)
        case .custom(let challenge): try CustomSignIn.evaluate(self, challenge, &pool)
        case .selectFactor(let factors): try FactorSelection.evaluate(self, factors, &pool)
        case .passkey(let challenge): try PasskeyChallenge.evaluate(self, challenge, pool)
        // These kinds have no name, so `pendingChallenge` has already rejected the answer.
        case .softwareTokenOffered, .signedUp, .confirmedSignUp: throw .retryable(.invalidSession)
        }
    }

    /// Stores the next step after a right answer, and returns the response.
    private func accept(
        _ verdict: Verdict, _ pool: inout Pool
    ) throws(ChallengeRejection) -> Step<JSONValue, ChallengeRejection> {
        var verdict = verdict
        verdict.signIn.recordPassedChallenge(kind)
        return try .start(&pool) { [verdict] pool throws(PoolError) in
            try nextStep(after: verdict, &pool).then(&pool) { step, pool throws(PoolError) in
                try checkIsStillValid(verdict, pool)
                // The answer is no longer being verified, whether the next step can be stored or not.
                pool.sessionsInUse.remove(key)
                return try SignInMachine.store(step, answering: key, change: verdict.change, &pool)
            }
        } replacingErrors: { error, _ in
            // If the pool has failed, and not the client, the client can answer again.
            error.isFault ? .retryable(error) : .fatal(error)
        }
    }

    /// Returns the step that a verdict chooses, or else the one that the user's factors require.
    private func nextStep(after verdict: Verdict, _ pool: inout Pool) throws(PoolError) -> PoolStep<NextStep> {
        if let step = verdict.next { return .done(step) }
        // The user may have changed during the verification.
        var user = pool.state.accounts[verdict.signIn.userID]
        guard user != nil || verdict.signIn.userID == nil else { throw .wrongPassword }
        if var changed = user {
            verdict.change?(&changed)
            user = changed
        }
        return try SignInMachine.next(of: verdict.signIn, user, metadata: answer.metadata, &pool)
    }

    /// Checks that a verdict still holds, because the user may have changed while triggers ran.
    private func checkIsStillValid(_ verdict: Verdict, _ pool: Pool) throws(PoolError) {
        guard let id = verdict.signIn.userID else { return }
        guard let user = pool.state.accounts[id] else { throw .wrongPassword }
        try verdict.recheck?(user, pool)
    }

    /// Counts a rejected answer, and ends the session if the rejection requires this.
    private func apply(_ rejection: ChallengeRejection, _ pool: inout Pool) {
        guard rejection.hasConsequences else { return }
        if rejection.countsAsPassword { pool.countWrongPassword(of: signIn.userID, named: signIn.username) }
        if rejection.countsAsCode { pool.countWrongCode(of: signIn.userID, named: signIn.username) }
        pool.state.sessions.recordRejection(
            key, counts: rejection.countsForSession, limit: pool.configuration.codeAttempts,
            ends: rejection.endsSession)
    }

    // MARK: Help for challenges

    /// Returns a required member of the answer. If it is missing, the client can answer again in the same session.
    func required(_ name: String) throws(ChallengeRejection) -> String {
        try retryable { () throws(PoolError) in try answer.requiredResponse(name) }
    }

    /// Returns the result of `check`. After an error, the client can answer again in the same session.
    func retryable<Value>(_ check: () throws(PoolError) -> Value) throws(ChallengeRejection) -> Value {
        do throws(PoolError) {
            return try check()
        } catch {
            throw .retryable(error)
        }
    }

    /// Returns a verdict whose next step is the result of `part`. After an error, the client can answer again.
    func verdict(
        _ pool: inout Pool, continuingWith part: (inout Pool) throws(PoolError) -> PoolStep<NextStep>
    ) throws(ChallengeRejection) -> ChallengeStep {
        try .start(&pool) { pool throws(PoolError) in
            try part(&pool).then(&pool) { step, _ in
                var verdict = Verdict(signIn: signIn)
                verdict.next = step
                return .done(verdict)
            }
        } replacingErrors: { error, _ in
            .retryable(error)
        }
    }
}

/// The progress of the verification of an answer.
typealias ChallengeStep = Step<Verdict, ChallengeRejection>
