import FlowCore

extension CognitoUserPool {
    /// RespondToAuthChallenge and AdminRespondToAuthChallenge.
    func respondToChallenge(_ input: PoolInput, isAdmin: Bool) async throws(PoolError) -> WireValue {
        if isAdmin { try checkPool(input) }
        let client = try client(input)
        let answer = try ChallengeAnswer(input, isAdmin: isAdmin)
        let name = try answer.required("USERNAME")
        try checkSecretHash(answer.responses["SECRET_HASH"], of: name, for: client)
        let (key, pending) = try find(answer, name)
        guard claimed.insert(key).inserted else { throw .deadSession }
        defer { claimed.remove(key) }
        var signIn = pending.signIn
        let user = signIn.userID.flatMap { state.users[$0] }
        guard user != nil || signIn.userID == nil else { throw .wrongPassword }
        if let device = answer.responses["DEVICE_KEY"] {
            // The sign-in goes on without the device: its session stands.
            guard user?.devices[device] != nil else { throw .unknownDevice }
            signIn.deviceKey = device
        } else {
            signIn.deviceKey = nil
        }
        return try await answered(answer, pending.kind, signIn, user, key)
    }

    /// Judges the answer and puts what follows.
    private func answered(
        _ answer: ChallengeAnswer, _ kind: ChallengeKind, _ signIn: SignIn, _ user: PoolUser?, _ key: String
    ) async throws(PoolError) -> WireValue {
        do throws(AnswerRefusal) {
            let judgement = try await judge(answer, kind, signIn, user)
            let step: NextStep
            do throws(PoolError) {
                step = try await follow(judgement, user)
            } catch {
                throw .over(error)
            }
            return try await putAnswered(step, judgement, key)
        } catch {
            refuse(error, key, signIn.userID)
            throw error.error
        }
    }

    private func follow(_ judgement: Judgement, _ user: PoolUser?) async throws(PoolError) -> NextStep {
        if let step = judgement.next { return step }
        var changed = user
        if var user { judgement.change?(&user); changed = user }
        return try await next(judgement.signIn, changed)
    }

    private func putAnswered(
        _ step: NextStep, _ judgement: Judgement, _ key: String
    ) async throws(AnswerRefusal) -> WireValue {
        do throws(PoolError) {
            return try await put(step, answering: key, change: judgement.change)
        } catch {
            throw .over(error)
        }
    }

    /// What a refused answer means for its session and its user.
    private func refuse(_ refusal: AnswerRefusal, _ key: String, _ userID: String?) {
        if refusal.countsAsPassword { countWrongPassword(userID) }
        if refusal.countsAsCode { state.challenges[key]?.attempts += 1 }
        let isTriedOut = state.challenges[key].map { $0.attempts >= configuration.codeAttempts } ?? false
        if refusal.endsSession || isTriedOut { state.challenges[key] = nil }
    }

    /// The challenge that is answered: that of the session, or where a client sends none that of its proof or its device.
    private func find(_ answer: ChallengeAnswer, _ name: String) throws(PoolError) -> (String, PendingChallenge) {
        guard let key = key(of: answer), let pending = state.challenges[key] else { throw .deadSession }
        let signIn = pending.signIn
        let isNamed = signIn.username == name || signIn.userID == name
        let isMeant = isNamed || signIn.userID != nil && state.user(name, aliases: signInNames)?.id == signIn.userID
        guard signIn.clientID == answer.clientID, isMeant else { throw .deadSession }
        guard pending.expiresAt > now else { throw .expiredSession }
        guard pending.kind.isAnswered(by: answer.challenge) else { throw .deadSession }
        if case .adminPassword = pending.kind, !answer.isAdmin { throw .deadSession }
        return (key, pending)
    }

    private func key(of answer: ChallengeAnswer) -> String? {
        if let block = answer.responses["PASSWORD_CLAIM_SECRET_BLOCK"] {
            let session = session(ofBlock: block)
            guard answer.session == nil || answer.session == session else { return nil }
            return Self.key(ofSession: session)
        }
        if let session = answer.session { return Self.key(ofSession: session) }
        guard let device = answer.responses["DEVICE_KEY"] else { return nil }
        // pycognito sends the device alone.
        return state.challenges.first { _, pending in
            guard case .deviceSRP = pending.kind else { return false }
            return pending.signIn.deviceKey == device && pending.expiresAt > now
        }?.key
    }
}
