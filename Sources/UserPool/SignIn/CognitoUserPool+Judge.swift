import CognitoHandlers

extension CognitoUserPool {
    /// Verifies an answer. It changes no state.
    func judge(
        _ answer: ChallengeAnswer, _ kind: ChallengeKind, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        switch kind {
        case .passwordVerifier(let exchange): return try await judgeProof(answer, exchange, signIn, user)
        case .deviceSRP: return try await beginDeviceProof(answer, signIn, user)
        case .devicePasswordVerifier(let exchange): return try await judgeDeviceProof(answer, exchange, signIn)
        case .password: return try await judgePassword(answer, signIn, user)
        case .passwordSRP:
            let clientValue = try retryable { () throws(PoolError) in try answer.required("SRP_A") }
            return try await chosen(signIn) { () async throws(PoolError) in
                .challenge(try await passwordVerifier(signIn, user, clientValue: clientValue))
            }
        case .smsMFA(let code): return try judgeCode(answer, "SMS_MFA_CODE", code, signIn, isSecondFactor: true)
        case .smsCode(let code): return try judgeCode(answer, "SMS_OTP_CODE", code, signIn, as: .smsCode)
        case .emailCode(let code, let isSecond, let address):
            var judgement = try judgeCode(
                answer, "EMAIL_OTP_CODE", code, signIn, isSecondFactor: isSecond, as: isSecond ? nil : .emailCode)
            if let address {
                // Another user may have verified it since it was chosen.
                try retryable { () throws(PoolError) in try checkAlias("email", address, besides: signIn.userID) }
                judgement.change = { $0.setUpEmail(address) }
                judgement.objection = objectionToSetUp(signIn)
            }
            return judgement
        case .softwareToken: return try judgeSoftwareToken(answer, signIn, user)
        case .selectMFA(let factors): return try select(answer, factors, signIn, user)
        case .setUpMFA(let factors): return try setUpEmail(answer, factors, signIn, user)
        case .softwareTokenVerified(let token):
            var judgement = Verdict(signIn)
            judgement.signIn.hasSecondFactor = true
            judgement.change = { $0.setUp(token) }
            judgement.objection = objectionToSetUp(signIn)
            return judgement
        case .newPassword: return try await judgeNewPassword(answer, signIn, user)
        case .custom(let challenge): return try await judgeCustom(answer, challenge, signIn, user)
        case .selectFactor(let factors): return try await selectFactor(answer, factors, signIn, user)
        case .passkey(let challenge): return try judgePasskey(answer, challenge, signIn, user)
        case .softwareTokenOffered, .signedUp, .confirmedSignUp: throw .retryable(.deadSession)
        }
    }

    private func judgeProof(
        _ answer: ChallengeAnswer, _ exchange: SRPExchange, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        try fatal { () throws(PoolError) in try checkPasswordAttempts(signIn.userID, signIn.username) }
        let isProof = try await proves(answer, exchange)
        // Another request may have failed meanwhile. Then a right answer must look like a wrong one.
        try fatal { () throws(PoolError) in try checkPasswordAttempts(signIn.userID, signIn.username) }
        guard isProof, let user, exchange.isOf(user.password) else { throw .wrongPassword }
        try fatal { () throws(PoolError) in try user.checkTemporaryPassword(at: now) }
        var judgement = Verdict(signIn)
        judgement.signIn.firstFactor = .passwordSRP
        if signIn.flow == .custom {
            judgement.signIn.rounds.append(
                ChallengeRound(challengeName: "PASSWORD_VERIFIER", challengeResult: true))
        }
        let instant = now
        judgement.objection = { user in
            if user.trials.passwords.isClosed(at: instant) { return .tooManyPasswords }
            return exchange.isOf(user.password) ? nil : .wrongPassword
        }
        return judgement
    }

    private func proves(_ answer: ChallengeAnswer, _ exchange: SRPExchange) async throws(ChallengeRejection) -> Bool {
        let (signature, timestamp) = try retryable { () throws(PoolError) in
            (try answer.required("PASSWORD_CLAIM_SIGNATURE"), try answer.required("TIMESTAMP"))
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

    private func beginDeviceProof(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let clientValue = try retryable { () throws(PoolError) in try answer.required("SRP_A") }
        guard let device = user?.devices[signIn.deviceKey ?? ""], let record = device.password else {
            throw .retryable(.unknownDevice)
        }
        let identity = SRPIdentity(realm: device.groupKey, user: device.key)
        let random = environment.random
        return try await chosen(signIn) { () async throws(PoolError) in
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

    private func judgeDeviceProof(
        _ answer: ChallengeAnswer, _ exchange: SRPExchange, _ signIn: SignIn
    ) async throws(ChallengeRejection) -> Verdict {
        guard let device = signIn.deviceKey, try await proves(answer, exchange) else { throw .fatal(.wrongPassword) }
        var judgement = Verdict(signIn)
        judgement.signIn.provedDevice = device
        judgement.signIn.hasSecondFactor = true
        let now = now
        judgement.change = { $0.devices[device]?.lastUsedAt = now }
        judgement.objection = { user in
            let known = user.devices[device]
            return known?.isRemembered == true && exchange.isOf(known?.password) ? nil : .unknownDevice
        }
        return judgement
    }

    private func judgePassword(
        _ answer: ChallengeAnswer, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let password = try retryable { () throws(PoolError) in try answer.required("PASSWORD") }
        do throws(PoolError) {
            return Verdict(try await signInByPassword(signIn, user, password))
        } catch {
            throw .fatal(error)
        }
    }

    private func judgeCustom(
        _ answer: ChallengeAnswer, _ challenge: CustomChallenge, _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let text = try retryable { () throws(PoolError) in try answer.required("ANSWER") }
        var signIn = signIn
        do throws(PoolError) {
            let isRight = try await verify(text, to: challenge, signIn, user, metadata: answer.metadata)
            signIn.rounds.append(
                ChallengeRound(
                    challengeName: challenge.name, challengeResult: isRight, challengeMetadata: challenge.metadata))
            var judgement = Verdict(signIn)
            judgement.next = try await customStep(signIn, user, metadata: answer.metadata)
            return judgement
        } catch {
            throw .fatal(error)
        }
    }

    /// A step chosen by the answer. After an error the session permits a retry.
    private func chosen(
        _ signIn: SignIn, _ step: () async throws(PoolError) -> NextStep
    ) async throws(ChallengeRejection) -> Verdict {
        do throws(PoolError) {
            var judgement = Verdict(signIn)
            judgement.next = try await step()
            return judgement
        } catch {
            throw .retryable(error)
        }
    }

    private func selectFactor(
        _ answer: ChallengeAnswer, _ factors: [FirstFactor], _ signIn: SignIn, _ user: PoolUser?
    ) async throws(ChallengeRejection) -> Verdict {
        let word = try retryable { () throws(PoolError) in try answer.required("ANSWER") }
        guard let factor = FirstFactor(rawValue: word), factors.contains(factor) else {
            throw .retryable(.invalidParameter("Selected challenge is not available."))
        }
        if factor == .passkey, answer.responses["CREDENTIAL"] != nil {
            throw .retryable(.invalidParameter("The options of the passkey have to be asked for first."))
        }
        if factor == .password, answer.responses["PASSWORD"] != nil {
            return try await judgePassword(answer, signIn, user)
        }
        return try await chosen(signIn) { () async throws(PoolError) in
            try await use(factor, signIn, user, answer.responses)
        }
    }

    /// Runs a check whose error leaves the session valid.
    func retryable<Value>(_ work: () throws(PoolError) -> Value) throws(ChallengeRejection) -> Value {
        do throws(PoolError) { return try work() } catch { throw .retryable(error) }
    }

    /// Runs a check whose error ends the session.
    private func fatal<Value>(_ work: () throws(PoolError) -> Value) throws(ChallengeRejection) -> Value {
        do throws(PoolError) { return try work() } catch { throw .fatal(error) }
    }
}
