import CognitoHandlers
import FlowCore

/// A code by text message or email: the challenges `SMS_MFA`, `SMS_OTP` and `EMAIL_OTP`.
enum SentCodeChallenge {
    /// Creates a challenge with a code in a text message. A user without a phone number receives no message.
    static func beginSMS(
        _ signIn: SignIn, _ user: PoolUser?, isSecondFactor: Bool, _ random: CognitoRandom
    ) -> NewChallenge {
        let code = random.code()
        let number = user?.attributes["phone_number"]
        var challenge = NewChallenge(
            isSecondFactor ? .smsMFA(code: code) : .smsCode(code: code), signIn,
            [
                "CODE_DELIVERY_DELIVERY_MEDIUM": PoolMessage.Medium.sms.rawValue,
                "CODE_DELIVERY_DESTINATION": Mask.phoneNumber(number ?? ""), "USER_ID_FOR_SRP": signIn.username,
            ])
        challenge.message = number.map {
            PoolMessage(username: signIn.username, medium: .sms, destination: $0, purpose: .signIn, code: code)
        }
        return challenge
    }

    /// Creates a challenge with an emailed code. The code goes to `address`, which the answer sets up as a second
    /// factor. If `address` is nil, the code goes to the user's own address, or nowhere if there is none.
    static func beginEmail(
        _ signIn: SignIn, _ user: PoolUser?, isSecondFactor: Bool, settingUp address: String? = nil,
        _ random: CognitoRandom
    ) -> NewChallenge {
        let code = random.code()
        let destination = address ?? user?.attributes["email"]
        var challenge = NewChallenge(
            .emailCode(code: code, isSecondFactor: isSecondFactor, setsUp: address), signIn,
            [
                "CODE_DELIVERY_DELIVERY_MEDIUM": PoolMessage.Medium.email.rawValue,
                "CODE_DELIVERY_DESTINATION": Mask.emailAddress(destination ?? ""),
            ])
        challenge.message = destination.map {
            PoolMessage(username: signIn.username, medium: .email, destination: $0, purpose: .signIn, code: code)
        }
        return challenge
    }

    /// Verifies a code in a text message, and returns the verdict that records the factor.
    static func evaluateSMS(
        _ response: ChallengeResponse, _ code: String, isSecondFactor: Bool, _ pool: Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        let member = isSecondFactor ? "SMS_MFA_CODE" : "SMS_OTP_CODE"
        return .done(try evaluate(response, member, code, isSecondFactor ? nil : .smsCode, pool))
    }

    /// Verifies an emailed code, and returns the verdict that records the factor. If `address` is not nil, the verdict
    /// sets it up as a second factor.
    static func evaluateEmail(
        _ response: ChallengeResponse, _ code: String, isSecondFactor: Bool, settingUp address: String?,
        _ pool: Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        var verdict = try evaluate(response, "EMAIL_OTP_CODE", code, isSecondFactor ? nil : .emailCode, pool)
        if let address {
            // Since the challenge was issued, another user may have verified the address.
            try response.retryable { () throws(PoolError) in
                try pool.checkAliasIsAvailable("email", value: address, otherThan: response.signIn.userID)
            }
            verdict.change = { $0.setUpEmail(address) }
            verdict.recheck = { user, pool throws(PoolError) in
                try SecondFactor.checkHasNone(user, response.signIn, pool)
                try pool.checkAliasIsAvailable("email", value: address, otherThan: user.id)
            }
        }
        return .done(verdict)
    }

    /// Verifies a code that was sent, and returns the verdict that records it as the first factor `firstFactor`. If
    /// `firstFactor` is nil, the verdict records a second factor.
    private static func evaluate(
        _ response: ChallengeResponse, _ member: String, _ rightCode: String, _ firstFactor: FirstFactor?,
        _ pool: Pool
    ) throws(ChallengeRejection) -> Verdict {
        try response.retryable { () throws(PoolError) in try pool.checkCodeAttempts(response.signIn) }
        let givenCode = try response.required(member)
        // The code for an unknown user was sent to nobody, so every answer is wrong.
        guard response.signIn.userID != nil, ConstantTime.isSame(givenCode, rightCode) else {
            throw .wrongCode(.wrongCode)
        }
        var verdict = Verdict(signIn: response.signIn)
        if let firstFactor { verdict.signIn.firstFactor = firstFactor } else { verdict.signIn.hasSecondFactor = true }
        return verdict
    }
}
