import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Determines the next step after the factors that `signIn` records.
    func next(
        _ signIn: SignIn, _ user: PoolUser?, metadata: [String: String] = [:]
    ) async throws(PoolError) -> NextStep {
        guard let user else {
            // For an unknown user only custom sign-ins continue.
            guard signIn.flow == .custom else { throw .wrongPassword }
            return try await customStep(signIn, nil, metadata: metadata)
        }
        if signIn.firstFactor != nil {
            try user.checkMaySignIn()
            if user.status == .mustChangePassword { return .challenge(newPassword(signIn, user)) }
            if let challenge = secondFactor(signIn, user) { return .challenge(challenge) }
        }
        if signIn.flow == .custom { return try await customStep(signIn, user, metadata: metadata) }
        guard signIn.firstFactor != nil else { throw .wrongPassword }
        return .tokens(signIn)
    }

    /// The remaining device or second-factor challenge.
    private func secondFactor(_ signIn: SignIn, _ user: PoolUser) -> NewChallenge? {
        if let device = user.devices[signIn.deviceKey ?? ""], device.isRemembered, signIn.provedDevice != device.key,
            configuration.devices != .off
        {
            return NewChallenge(.deviceSRP, signIn, ["USERNAME": signIn.username, "DEVICE_KEY": device.key])
        }
        guard configuration.mfa != .off, !signIn.hasSecondFactor, signIn.firstFactor != .passkey else { return nil }
        let factors = configuration.factors(of: user, besides: signIn.firstFactor)
        if let preferred = user.preferredMFA, factors.contains(preferred) { return challenge(preferred, signIn, user) }
        if factors.count > 1 {
            var parameters = ["MFAS_CAN_CHOOSE": JSONValue.listText(factors.map(\.rawValue))]
            parameters["FRIENDLY_DEVICE_NAME"] = user.softwareToken?.name
            parameters["CODE_DELIVERY_DESTINATION"] = user.attributes["phone_number"].map(Mask.number)
            return NewChallenge(.selectMFA(factors), signIn, parameters)
        }
        if let only = factors.first { return challenge(only, signIn, user) }
        guard configuration.mfa == .on, signIn.firstFactor?.isPassword == true else {
            return nil
        }
        return NewChallenge(
            .setUpMFA(configuration.mfaFactors), signIn,
            ["MFAS_CAN_SETUP": JSONValue.listText(configuration.mfaFactors.map(\.rawValue))])
    }

    /// Creates a second-factor challenge.
    func challenge(_ factor: MFAFactor, _ signIn: SignIn, _ user: PoolUser) -> NewChallenge {
        switch factor {
        case .sms: return smsCode(signIn, user, isSecondFactor: true)
        case .email: return emailCode(signIn, user, isSecondFactor: true)
        case .softwareToken:
            var parameters = ["USER_ID_FOR_SRP": user.username]
            parameters["FRIENDLY_DEVICE_NAME"] = user.softwareToken?.name
            return NewChallenge(.softwareToken, signIn, parameters)
        }
    }

    private func newPassword(_ signIn: SignIn, _ user: PoolUser) -> NewChallenge {
        let missing = configuration.requiredAttributes.filter { user.attributes[$0]?.isEmpty ?? true }
        return NewChallenge(
            .newPassword, signIn,
            [
                "USER_ID_FOR_SRP": user.username,
                "requiredAttributes": JSONValue.listText(missing.map { "userAttributes." + $0 }),
                "userAttributes": JSONValue.texts(user.attributes).jsonText,
            ])
    }

    /// Creates a text-message challenge. An unknown user receives no message.
    func smsCode(_ signIn: SignIn, _ user: PoolUser?, isSecondFactor: Bool) -> NewChallenge {
        let code = makeCode()
        let number = user?.attributes["phone_number"]
        var challenge = NewChallenge(
            isSecondFactor ? .smsMFA(code: code) : .smsCode(code: code), signIn,
            [
                "CODE_DELIVERY_DELIVERY_MEDIUM": PoolMessage.Medium.sms.rawValue,
                "CODE_DELIVERY_DESTINATION": Mask.number(number ?? ""), "USER_ID_FOR_SRP": signIn.username,
            ])
        challenge.message = number.map {
            PoolMessage(username: signIn.username, medium: .sms, destination: $0, purpose: .signIn, code: code)
        }
        return challenge
    }

    /// Creates an email challenge.
    ///
    /// The code goes to `address`, to set it up, or else to the user's address.
    func emailCode(
        _ signIn: SignIn, _ user: PoolUser?, isSecondFactor: Bool, settingUp address: String? = nil
    ) -> NewChallenge {
        let code = makeCode()
        let destination = address ?? user?.attributes["email"]
        var challenge = NewChallenge(
            .emailCode(code: code, isSecondFactor: isSecondFactor, setsUp: address), signIn,
            [
                "CODE_DELIVERY_DELIVERY_MEDIUM": PoolMessage.Medium.email.rawValue,
                "CODE_DELIVERY_DESTINATION": Mask.address(destination ?? ""),
            ])
        challenge.message = destination.map {
            PoolMessage(username: signIn.username, medium: .email, destination: $0, purpose: .signIn, code: code)
        }
        return challenge
    }
}
