import CognitoHandlers

extension CognitoUserPool {
    /// Verifies the answer to a challenge, and returns the effects of a right one.
    ///
    /// It does not store these effects. It only counts a wrong plain-text password at once.
    /// - Throws: a rejection of the answer.
    func judge(
        _ answer: ChallengeAnswer, _ kind: ChallengeKind, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        switch kind {
        case .passwordVerifier(let exchange): return try await judgeProof(answer, exchange, signIn, user)
        case .deviceSRP: return try await beginDeviceProof(answer, signIn, user)
        case .devicePasswordVerifier(let exchange): return try await judgeDeviceProof(answer, exchange, signIn)
        case .password: return try await judgePassword(answer, signIn, user)
        case .passwordSRP: return try await beginProof(answer, signIn, user)
        case .smsMFA(let code):
            return try judgeCode(
                answer, member: "SMS_MFA_CODE", rightCode: code, signIn, isSecondFactor: true)
        case .smsCode(let code):
            return try judgeCode(
                answer, member: "SMS_OTP_CODE", rightCode: code, signIn, as: .smsCode)
        case .emailCode(let code, let isSecondFactor, let address):
            return try judgeEmailCode(answer, code, signIn, isSecondFactor: isSecondFactor, settingUp: address)
        case .softwareToken: return try judgeSoftwareToken(answer, signIn, user)
        case .selectMFA(let factors): return try judgeMFASelection(answer, factors, signIn, user)
        case .setUpMFA(let factors): return try judgeEmailSetUp(answer, factors, signIn, user)
        case .softwareTokenVerified(let token): return acceptSoftwareTokenSetUp(token, signIn)
        case .newPassword: return try await judgeNewPassword(answer, signIn, user)
        case .custom(let challenge): return try await judgeCustom(answer, challenge, signIn, user)
        case .selectFactor(let factors): return try await judgeFactorSelection(answer, factors, signIn, user)
        case .passkey(let challenge): return try judgePasskey(answer, challenge, signIn, user)
        case .softwareTokenOffered, .signedUp, .confirmedSignUp: throw .retryable(.invalidSession)
        }
    }

    /// Starts an SRP proof of the password, and returns the verdict with its challenge.
    private func beginProof(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let clientValue = try withRetryableErrors { () throws(PoolError) in try answer.requiredResponse("SRP_A") }
        return try await verdict(for: signIn) { () async throws(PoolError) in
            .challenge(try await makePasswordVerifier(signIn, user, clientValue: clientValue))
        }
    }

    /// Verifies an SRP proof of the user's password, and returns the verdict that records it as the first factor.
    private func judgeProof(
        _ answer: ChallengeAnswer, _ exchange: SRPExchange, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let (id, name) = (signIn.userID, signIn.username)
        try withFatalErrors { () throws(PoolError) in try checkPasswordAttempts(of: id, named: name) }
        let isProved = try await hasValidProof(answer, exchange)
        // Meanwhile another request may have failed too often. Then a right answer must look like a wrong one.
        try withFatalErrors { () throws(PoolError) in try checkPasswordAttempts(of: id, named: name) }
        guard isProved, let user, exchange.uses(user.password) else { throw .wrongPassword }
        try withFatalErrors { () throws(PoolError) in try user.checkTemporaryPassword(at: now) }
        var verdict = Verdict(signIn)
        verdict.signIn.firstFactor = .passwordSRP
        if signIn.flow == .custom {
            verdict.signIn.rounds.append(
                ChallengeRound(challengeName: "PASSWORD_VERIFIER", challengeResult: true))
        }
        let verificationTime = now
        verdict.objection = { user in
            if user.trials.passwords.isBlocking(at: verificationTime) { return .tooManyPasswords }
            return exchange.uses(user.password) ? nil : .wrongPassword
        }
        return verdict
    }

    /// Returns whether an answer contains the proof of an SRP exchange.
    /// - Throws: a rejection that permits another answer, if the proof is missing or malformed.
    private func hasValidProof(
        _ answer: ChallengeAnswer, _ exchange: SRPExchange
    ) async throws(ChallengeRejection) -> Bool {
        let (signature, timestamp) = try withRetryableErrors { () throws(PoolError) in
            (try answer.requiredResponse("PASSWORD_CLAIM_SIGNATURE"), try answer.requiredResponse("TIMESTAMP"))
        }
        guard CognitoTimestamp.isWellFormed(timestamp) else {
            throw .retryable(.invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english."))
        }
        do throws(PoolError) {
            return try await Self.compute { () throws(PoolError) in
                try exchange.accepts(signature: signature, timestamp: timestamp)
            }
        } catch {
            throw .retryable(error)
        }
    }

    /// Starts an SRP proof of the device, and returns the verdict with its challenge.
    private func beginDeviceProof(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let clientValue = try withRetryableErrors { () throws(PoolError) in try answer.requiredResponse("SRP_A") }
        guard let device = user?.devices[signIn.deviceKey ?? ""], let record = device.password else {
            throw .retryable(.unknownDevice)
        }
        let identity = SRPIdentity(realm: device.groupKey, user: device.key)
        let random = environment.random
        return try await verdict(for: signIn) { () async throws(PoolError) in
            let exchange = try await Self.compute { () throws(PoolError) in
                try SRPExchange(clientValue: clientValue, verifier: record, identity: identity, random: random)
            }
            let parameters = [
                "SRP_B": exchange.serverValue, "SALT": exchange.salt, "SECRET_BLOCK": exchange.secretBlock,
                "USERNAME": signIn.username, "DEVICE_KEY": device.key,
            ]
            return .challenge(NewChallenge(.devicePasswordVerifier(exchange), signIn, parameters))
        }
    }

    /// Verifies an SRP proof of the device, and returns the verdict that records it as a second factor.
    private func judgeDeviceProof(
        _ answer: ChallengeAnswer, _ exchange: SRPExchange, _ signIn: SignIn
    ) async throws(ChallengeRejection) -> Verdict {
        guard let device = signIn.deviceKey, try await hasValidProof(answer, exchange) else {
            throw .fatal(.wrongPassword)
        }
        var verdict = Verdict(signIn)
        verdict.signIn.provedDevice = device
        verdict.signIn.hasSecondFactor = true
        let useTime = now
        verdict.change = { $0.devices[device]?.lastUsedAt = useTime }
        verdict.objection = { user in
            let current = user.devices[device]
            return current?.isRemembered == true && exchange.uses(current?.password) ? nil : .unknownDevice
        }
        return verdict
    }

    /// Verifies a plain-text password, and returns the verdict that records it as the first factor.
    private func judgePassword(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let password = try withRetryableErrors { () throws(PoolError) in try answer.requiredResponse("PASSWORD") }
        do throws(PoolError) {
            return Verdict(try await verifyPassword(password, signIn, user))
        } catch {
            throw .fatal(error)
        }
    }

    /// Verifies the answer to a custom challenge, and asks the triggers for the next step.
    private func judgeCustom(
        _ answer: ChallengeAnswer, _ challenge: CustomChallenge, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let text = try withRetryableErrors { () throws(PoolError) in try answer.requiredResponse("ANSWER") }
        do throws(PoolError) {
            let isRight = try await verifyCustomAnswer(text, to: challenge, signIn, user, metadata: answer.metadata)
            var verdict = Verdict(signIn)
            verdict.signIn.rounds.append(
                ChallengeRound(
                    challengeName: challenge.name, challengeResult: isRight, challengeMetadata: challenge.metadata))
            verdict.next = try await nextCustomStep(verdict.signIn, user, metadata: answer.metadata)
            return verdict
        } catch {
            throw .fatal(error)
        }
    }

    /// Returns a verdict whose next step is the result of `step`.
    ///
    /// If `step` throws, the client can answer again in the same session.
    private func verdict(
        for signIn: SignIn, continuingWith step: () async throws(PoolError) -> NextStep
    ) async throws(ChallengeRejection) -> Verdict {
        do throws(PoolError) {
            var verdict = Verdict(signIn)
            verdict.next = try await step()
            return verdict
        } catch {
            throw .retryable(error)
        }
    }

    /// Starts the first factor that the user has chosen, or verifies its password if the answer contains it.
    private func judgeFactorSelection(
        _ answer: ChallengeAnswer, _ factors: [FirstFactor], _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let factorName = try withRetryableErrors { () throws(PoolError) in try answer.requiredResponse("ANSWER") }
        guard let factor = FirstFactor(rawValue: factorName), factors.contains(factor) else {
            throw .retryable(.invalidParameter("Selected challenge is not available."))
        }
        if factor == .passkey, answer.responses["CREDENTIAL"] != nil {
            throw .retryable(.invalidParameter("Select WEB_AUTHN without CREDENTIAL first, to receive the options."))
        }
        if factor == .password, answer.responses["PASSWORD"] != nil {
            return try await judgePassword(answer, signIn, user)
        }
        return try await verdict(for: signIn) { () async throws(PoolError) in
            try await beginFactor(factor, signIn, user, answer.responses)
        }
    }

    /// Returns the result of `work`. After an error, the client can answer again in the same session.
    func withRetryableErrors<Value>(_ work: () throws(PoolError) -> Value) throws(ChallengeRejection) -> Value {
        do throws(PoolError) { return try work() } catch { throw .retryable(error) }
    }

    /// Returns the result of `work`. An error ends the session.
    private func withFatalErrors<Value>(_ work: () throws(PoolError) -> Value) throws(ChallengeRejection) -> Value {
        do throws(PoolError) { return try work() } catch { throw .fatal(error) }
    }
}
