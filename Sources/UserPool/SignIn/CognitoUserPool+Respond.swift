import FlowCore

extension CognitoUserPool {
    /// Implements `RespondToAuthChallenge` and `AdminRespondToAuthChallenge`: answers a challenge.
    func respondToChallenge(_ input: PoolInput, isAdmin: Bool) async throws(PoolError) -> JSONValue {
        if isAdmin { try checkPool(input) }
        let client = try appClient(in: input)
        let answer = try ChallengeAnswer(input)
        guard isAdmin || answer.challenge != "ADMIN_NO_SRP_AUTH" else {
            throw .invalidParameter("ADMIN_NO_SRP_AUTH cannot be answered with this operation.")
        }
        guard ChallengeKind.names.contains(answer.challenge) else {
            throw .invalidParameter("ChallengeName is not a known challenge")
        }
        let name = try answer.requiredResponse("USERNAME")
        try checkSecretHash(answer.responses["SECRET_HASH"], of: name, for: client)
        let (key, pending) = try pendingChallenge(for: answer, username: name)
        guard challengesInProgress.insert(key).inserted else { throw .invalidSession }
        defer { challengesInProgress.remove(key) }
        var signIn = pending.signIn
        let user = signIn.userID.flatMap { state.users[$0] }
        guard user != nil || signIn.userID == nil else { throw .wrongPassword }
        signIn.deviceKey = answer.responses["DEVICE_KEY"]
        // The session remains valid, so that the client can answer again without the device.
        if let device = signIn.deviceKey, user?.devices[device] == nil { throw .unknownDevice }
        return try await acceptOrReject(answer, pending.kind, signIn, user, key: key)
    }

    /// Verifies the answer to a challenge, stores the next step, and returns the response.
    ///
    /// If it rejects the answer, it stores the rejection's effects. `key` is the storage key of the challenge.
    private func acceptOrReject(
        _ answer: ChallengeAnswer, _ kind: ChallengeKind, _ signIn: SignIn, _ user: PoolUser?, key: String
    ) async throws(PoolError) -> JSONValue {
        do throws(ChallengeRejection) {
            var verdict = try await judge(answer, kind, signIn, user)
            verdict.signIn.recordPassedChallenge(kind)
            let step: NextStep
            do throws(PoolError) {
                step = try await nextStep(after: verdict, answer)
                try checkIsStillValid(verdict)
            } catch {
                throw .fatal(error)
            }
            return try await store(step, verdict, key: key)
        } catch {
            try applyRejection(error, key: key, signIn)
            throw error.error
        }
    }

    /// Returns the step that a verdict chooses, or else the one that the user's factors require.
    private func nextStep(
        after verdict: Verdict, _ answer: ChallengeAnswer
    ) async throws(PoolError) -> NextStep {
        if let step = verdict.next { return step }
        // The user may have changed during the verification.
        var user = verdict.signIn.userID.flatMap { state.users[$0] }
        guard user != nil || verdict.signIn.userID == nil else { throw .wrongPassword }
        if var changed = user {
            verdict.change?(&changed)
            user = changed
        }
        return try await nextStep(of: verdict.signIn, user, metadata: answer.metadata)
    }

    /// Checks that a verdict still holds, since the user may have changed while triggers ran.
    /// - Throws: an error if it does not, or the user was removed.
    private func checkIsStillValid(_ verdict: Verdict) throws(PoolError) {
        guard let id = verdict.signIn.userID else { return }
        guard let user = state.users[id] else { throw .wrongPassword }
        if let objection = verdict.objection?(user) { throw objection }
    }

    /// Stores the next step after a right answer, and returns the response.
    ///
    /// If the step cannot be stored, the client can answer again.
    private func store(
        _ step: NextStep, _ verdict: Verdict, key: String
    ) async throws(ChallengeRejection) -> JSONValue {
        do throws(PoolError) {
            return try await store(step, answering: key, change: verdict.change)
        } catch {
            throw error.isFault ? .retryable(error) : .fatal(error)
        }
    }

    /// Stores the effects of a rejected answer on its session and its user.
    private func applyRejection(_ rejection: ChallengeRejection, key: String, _ signIn: SignIn) throws(PoolError) {
        guard rejection.hasConsequences else { return }
        try commitFailure {
            if rejection.countsAsPassword { countWrongPassword(of: signIn.userID, named: signIn.username) }
            if rejection.countsAsCode { countWrongCode(of: signIn.userID, named: signIn.username) }
            if rejection.countsForSession { state.challenges[key]?.attempts += 1 }
            let hasNoAttemptsLeft = state.challenges[key].map { $0.attempts >= configuration.codeAttempts } ?? false
            if rejection.endsSession || hasNoAttemptsLeft { state.challenges[key] = nil }
        }
    }

    /// Returns the challenge that an answer with a username belongs to, and its storage key.
    /// - Throws: an error if the session is invalid or expired, or the answer is for another challenge or user.
    private func pendingChallenge(
        for answer: ChallengeAnswer, username name: String
    ) throws(PoolError) -> (key: String, challenge: PendingChallenge) {
        guard let key = challengeKey(for: answer), let pending = state.challenges[key] else { throw .invalidSession }
        let signIn = pending.signIn
        let isOwnName = signIn.username == name || signIn.userID == name
        let isOwnAlias = signIn.userID != nil && state.user(named: name, aliases: signInNames)?.id == signIn.userID
        guard signIn.clientID == answer.clientID, isOwnName || isOwnAlias else { throw .invalidSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        guard pending.kind.isAnswered(by: answer.challenge) else { throw .invalidSession }
        return (key, pending)
    }

    /// Returns the storage key of the challenge that an answer belongs to.
    ///
    /// Without a session, the secret block of an SRP proof or the device identifies the challenge.
    /// - Returns: nil if the answer identifies no challenge.
    private func challengeKey(for answer: ChallengeAnswer) -> String? {
        // Some clients send an old secret block with later answers, which is ignored.
        let isProof = ChallengeKind.proofNames.contains(answer.challenge)
        if isProof, let block = answer.responses["PASSWORD_CLAIM_SECRET_BLOCK"] {
            let session = session(ofSecretBlock: block)
            guard answer.session == nil || answer.session == session else { return nil }
            return Self.storageKey(of: session)
        }
        if let session = answer.session { return Self.storageKey(of: session) }
        guard answer.challenge == "DEVICE_SRP_AUTH", let device = answer.responses["DEVICE_KEY"] else { return nil }
        // pycognito sends only the device, which is ambiguous if one device has two sign-ins.
        let candidates = state.challenges.filter { _, pending in
            guard case .deviceSRP = pending.kind else { return false }
            return pending.signIn.deviceKey == device && pending.expiresAt > now
        }
        return candidates.count == 1 ? candidates.first?.key : nil
    }
}
