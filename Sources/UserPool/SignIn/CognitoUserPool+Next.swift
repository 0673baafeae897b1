import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Returns the next step of a sign-in: a challenge that the user must still answer, or the tokens.
    ///
    /// `user` is nil for an unknown user, and `metadata` is for the triggers of a custom sign-in.
    /// - Throws: an error if the user may not sign in.
    func nextStep(
        of signIn: SignIn, _ user: PoolUser?, metadata: [String: String] = [:]
    ) async throws(PoolError) -> NextStep {
        guard let user else {
            // An unknown user can continue only in a custom sign-in.
            guard signIn.flow == .custom else { throw .wrongPassword }
            return try await nextCustomStep(signIn, nil, metadata: metadata)
        }
        if signIn.firstFactor != nil {
            try user.checkMaySignIn()
            if user.status == .mustChangePassword { return .challenge(makeNewPasswordChallenge(signIn, user)) }
            if let challenge = remainingChallenge(signIn, user) { return .challenge(challenge) }
        }
        if signIn.flow == .custom { return try await nextCustomStep(signIn, user, metadata: metadata) }
        guard signIn.firstFactor != nil else { throw .wrongPassword }
        return .tokens(signIn)
    }

    /// Returns the device or second-factor challenge that remains after the first factor.
    /// - Returns: nil if none remains, or the first factor is a passkey, which needs no second one.
    private func remainingChallenge(_ signIn: SignIn, _ user: PoolUser) -> NewChallenge? {
        if let device = user.devices[signIn.deviceKey ?? ""], device.isRemembered, signIn.provedDevice != device.key,
            configuration.devices != .off
        {
            return NewChallenge(.deviceSRP, signIn, ["USERNAME": signIn.username, "DEVICE_KEY": device.key])
        }
        guard configuration.mfa != .off, !signIn.hasSecondFactor, signIn.firstFactor != .passkey else { return nil }
        return secondFactorChallenge(signIn, user)
    }

    /// Returns the challenge for a second factor, for the choice of one, or for setting one up.
    /// - Returns: nil if the user needs no second factor.
    private func secondFactorChallenge(_ signIn: SignIn, _ user: PoolUser) -> NewChallenge? {
        let factors = configuration.secondFactors(of: user, excluding: signIn.firstFactor)
        if let preferred = user.preferredMFA, factors.contains(preferred) {
            return makeSecondFactorChallenge(preferred, signIn, user)
        }
        if factors.count > 1 {
            var parameters = ["MFAS_CAN_CHOOSE": JSONValue.listText(factors.map(\.rawValue))]
            parameters["FRIENDLY_DEVICE_NAME"] = user.softwareToken?.name
            parameters["CODE_DELIVERY_DESTINATION"] = user.attributes["phone_number"].map(Mask.phoneNumber)
            return NewChallenge(.selectMFA(factors), signIn, parameters)
        }
        if let onlyFactor = factors.first { return makeSecondFactorChallenge(onlyFactor, signIn, user) }
        // Only a sign-in with a password can set up a second factor.
        guard configuration.mfa == .on, signIn.firstFactor?.isPassword == true else { return nil }
        return NewChallenge(
            .setUpMFA(configuration.mfaFactors), signIn,
            ["MFAS_CAN_SETUP": JSONValue.listText(configuration.mfaFactors.map(\.rawValue))])
    }

    /// Creates the challenge for a second factor.
    func makeSecondFactorChallenge(_ factor: MFAFactor, _ signIn: SignIn, _ user: PoolUser) -> NewChallenge {
        switch factor {
        case .sms: return makeSMSChallenge(signIn, user, isSecondFactor: true)
        case .email: return makeEmailChallenge(signIn, user, isSecondFactor: true)
        case .softwareToken:
            var parameters = ["USER_ID_FOR_SRP": user.username]
            parameters["FRIENDLY_DEVICE_NAME"] = user.softwareToken?.name
            return NewChallenge(.softwareToken, signIn, parameters)
        }
    }

    /// Creates the challenge to set a permanent password and the missing required attributes.
    private func makeNewPasswordChallenge(_ signIn: SignIn, _ user: PoolUser) -> NewChallenge {
        let missing = configuration.requiredAttributes.filter { user.attributes[$0]?.isEmpty ?? true }
        return NewChallenge(
            .newPassword, signIn,
            [
                "USER_ID_FOR_SRP": user.username,
                "requiredAttributes": JSONValue.listText(missing.map { "userAttributes." + $0 }),
                "userAttributes": JSONValue.stringMap(user.attributes).jsonText,
            ])
    }

    /// Creates a challenge with a code in a text message.
    ///
    /// An unknown user receives no message.
    func makeSMSChallenge(_ signIn: SignIn, _ user: PoolUser?, isSecondFactor: Bool) -> NewChallenge {
        let code = makeCode()
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

    /// Creates a challenge with an emailed code.
    ///
    /// The code goes to `address`, which the answer sets up as a second factor, or if it is nil, to the user's own
    /// address. An unknown user receives no message.
    func makeEmailChallenge(
        _ signIn: SignIn, _ user: PoolUser?, isSecondFactor: Bool, settingUp address: String? = nil
    ) -> NewChallenge {
        let code = makeCode()
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
}
