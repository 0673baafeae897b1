import FlowCore

extension CognitoUserPool {
    /// RespondToAuthChallenge and AdminRespondToAuthChallenge.
    func respondToChallenge(_ input: PoolInput, isAdmin: Bool) async throws(PoolError) -> JSONValue {
        if isAdmin { try checkPool(input) }
        let client = try client(input)
        let answer = try ChallengeAnswer(input)
        guard isAdmin || answer.challenge != "ADMIN_NO_SRP_AUTH" else {
            throw .invalidParameter("ADMIN_NO_SRP_AUTH cannot be answered with this operation.")
        }
        guard ChallengeKind.names.contains(answer.challenge) else {
            throw .invalidParameter("ChallengeName is not one of the challenges of the API")
        }
        let name = try answer.required("USERNAME")
        try checkSecretHash(answer.responses["SECRET_HASH"], of: name, for: client)
        let (key, pending) = try find(answer, name)
        guard claimed.insert(key).inserted else { throw .deadSession }
        defer { claimed.remove(key) }
        var signIn = pending.signIn
        let user = signIn.userID.flatMap { state.users[$0] }
        guard user != nil || signIn.userID == nil else { throw .wrongPassword }
        signIn.deviceKey = answer.responses["DEVICE_KEY"]
        // The sign-in continues without the device: its session remains valid.
        if let device = signIn.deviceKey, user?.devices[device] == nil { throw .unknownDevice }
        return try await answered(answer, pending.kind, signIn, user, key)
    }

    /// Verifies the answer and stores the next step.
    private func answered(
        _ answer: ChallengeAnswer, _ kind: ChallengeKind, _ signIn: SignIn, _ user: PoolUser?, _ key: String
    ) async throws(PoolError) -> JSONValue {
        do throws(ChallengeRejection) {
            var judgement = try await judge(answer, kind, signIn, user)
            judgement.signIn.note(kind)
            let step: NextStep
            do throws(PoolError) {
                step = try await follow(judgement, answer)
                try checkStillHolds(judgement)
            } catch {
                throw .fatal(error)
            }
            return try await putAnswered(step, judgement, key)
        } catch {
            try refuse(error, key, signIn)
            throw error.error
        }
    }

    private func follow(_ judgement: Verdict, _ answer: ChallengeAnswer) async throws(PoolError) -> NextStep {
        if let step = judgement.next { return step }
        // Verification took time, so the current user is used.
        var user = judgement.signIn.userID.flatMap { state.users[$0] }
        guard user != nil || judgement.signIn.userID == nil else { throw .wrongPassword }
        if var changed = user {
            judgement.change?(&changed)
            user = changed
        }
        return try await next(judgement.signIn, user, metadata: answer.metadata)
    }

    /// Throws if a change of the user has invalidated the step.
    ///
    /// Other requests may have run while the triggers did.
    private func checkStillHolds(_ judgement: Verdict) throws(PoolError) {
        guard let id = judgement.signIn.userID else { return }
        guard let user = state.users[id] else { throw .wrongPassword }
        if let objection = judgement.objection?(user) { throw objection }
    }

    private func putAnswered(
        _ step: NextStep, _ judgement: Verdict, _ key: String
    ) async throws(ChallengeRejection) -> JSONValue {
        do throws(PoolError) {
            return try await put(step, answering: key, change: judgement.change)
        } catch {
            // An answer that passed but was not stored can be sent again.
            throw error.isFault ? .retryable(error) : .fatal(error)
        }
    }

    /// Applies a rejected answer to its session and its user.
    private func refuse(_ refusal: ChallengeRejection, _ key: String, _ signIn: SignIn) throws(PoolError) {
        guard refusal.hasConsequences else { return }
        try count {
            if refusal.countsAsPassword { countWrongPassword(signIn.userID, signIn.username) }
            if refusal.countsAsCode { countWrongCode(signIn.userID, signIn.username) }
            if refusal.countsForSession { state.challenges[key]?.attempts += 1 }
            let isTriedOut = state.challenges[key].map { $0.attempts >= configuration.codeAttempts } ?? false
            if refusal.endsSession || isTriedOut { state.challenges[key] = nil }
        }
    }

    /// Finds the answered challenge.
    ///
    /// Without a session, it is found by the SRP proof or the device.
    private func find(_ answer: ChallengeAnswer, _ name: String) throws(PoolError) -> (String, PendingChallenge) {
        guard let key = key(of: answer), let pending = state.challenges[key] else { throw .deadSession }
        let signIn = pending.signIn
        let isNamed = signIn.username == name || signIn.userID == name
        let isMeant = isNamed || signIn.userID != nil && state.user(name, aliases: signInNames)?.id == signIn.userID
        guard signIn.clientID == answer.clientID, isMeant else { throw .deadSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        guard pending.kind.isAnswered(by: answer.challenge) else { throw .deadSession }
        return (key, pending)
    }

    private func key(of answer: ChallengeAnswer) -> String? {
        // Some clients send an old proof with later answers.
        let isProof = ChallengeKind.proofNames.contains(answer.challenge)
        if isProof, let block = answer.responses["PASSWORD_CLAIM_SECRET_BLOCK"] {
            let session = session(ofBlock: block)
            guard answer.session == nil || answer.session == session else { return nil }
            return Self.key(ofSession: session)
        }
        if let session = answer.session { return Self.key(ofSession: session) }
        guard answer.challenge == "DEVICE_SRP_AUTH", let device = answer.responses["DEVICE_KEY"] else { return nil }
        // pycognito sends only the device. With two sign-ins of one device it is ambiguous.
        let candidates = state.challenges.filter { _, pending in
            guard case .deviceSRP = pending.kind else { return false }
            return pending.signIn.deviceKey == device && pending.expiresAt > now
        }
        return candidates.count == 1 ? candidates.first?.key : nil
    }
}
