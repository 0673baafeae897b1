import CognitoHandlers
import FlowCore

/// The choice of a second factor, and the set-up of the first one: the challenges `SELECT_MFA_TYPE` and `MFA_SETUP`.
enum SecondFactor {
    /// Returns the challenge for a second factor, for the choice of one, or for setting one up.
    /// - Returns: nil if the user can use no second factor, and need not or cannot set one up.
    static func begin(_ signIn: SignIn, _ user: PoolUser, _ pool: Pool) -> NewChallenge? {
        let configuration = pool.configuration
        let factors = Self.factors(of: user, excluding: signIn.firstFactor, configuration)
        if let preferred = user.preferredMFA, factors.contains(preferred) {
            return challenge(preferred, signIn, user, pool.random)
        }
        if factors.count > 1 {
            var parameters = ["MFAS_CAN_CHOOSE": JSONValue.listText(factors.map(\.rawValue))]
            parameters["FRIENDLY_DEVICE_NAME"] = user.softwareToken?.name
            parameters["CODE_DELIVERY_DESTINATION"] = user.attributes["phone_number"].map(Mask.phoneNumber)
            return NewChallenge(.selectMFA(factors), signIn, parameters)
        }
        if let onlyFactor = factors.first { return challenge(onlyFactor, signIn, user, pool.random) }
        // Only a sign-in with a password can set up a second factor.
        guard configuration.mfa == .on, signIn.firstFactor?.isPassword == true else { return nil }
        return NewChallenge(
            .setUpMFA(configuration.mfaFactors), signIn,
            ["MFAS_CAN_SETUP": JSONValue.listText(configuration.mfaFactors.map(\.rawValue))])
    }

    /// Creates the challenge of a second factor that the user has set up.
    private static func challenge(
        _ factor: MFAFactor, _ signIn: SignIn, _ user: PoolUser, _ random: CognitoRandom
    ) -> NewChallenge {
        switch factor {
        case .sms: SentCodeChallenge.beginSMS(signIn, user, isSecondFactor: true, random)
        case .email: SentCodeChallenge.beginEmail(signIn, user, isSecondFactor: true, random)
        case .softwareToken: SoftwareTokenChallenge.begin(signIn, user)
        }
    }

    /// Starts the second factor that the user has chosen, and returns the verdict with its challenge.
    static func evaluateSelection(
        _ response: ChallengeResponse, _ factors: [MFAFactor], _ pool: Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        let factorName = try response.required("ANSWER")
        guard let user = response.user, let factor = MFAFactor(answer: factorName), factors.contains(factor) else {
            throw .retryable(.invalidParameter("Selected MFA type is not available."))
        }
        var verdict = Verdict(signIn: response.signIn)
        verdict.next = .challenge(challenge(factor, response.signIn, user, pool.random))
        return .done(verdict)
    }

    /// Begins to set up an email address as a second factor, and returns the verdict with its challenge.
    ///
    /// The challenge sends a code to the address, which Amplify sends in the answer to `MFA_SETUP`.
    static func beginEmailSetUp(
        _ response: ChallengeResponse, _ factors: [MFAFactor], _ pool: Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        // Without an address, or if the pool does not offer email, the answer can only complete the set-up of an
        // authenticator app, which was not verified.
        guard let address = response.answer.responses["EMAIL"], factors.contains(.email) else {
            throw .retryable(.invalidParameter("Software token MFA has not been verified for this session."))
        }
        guard let user = response.user else { throw .fatal(.wrongPassword) }
        guard address.contains("@"), address.utf8.count <= MaxLength.attributeValue else {
            throw .retryable(.invalidParameter("Invalid email address format."))
        }
        try response.retryable { () throws(PoolError) in
            try pool.checkAliasIsAvailable("email", value: address, otherThan: user.id)
        }
        var verdict = Verdict(signIn: response.signIn)
        verdict.recheck = { user, pool throws(PoolError) in try checkHasNone(user, response.signIn, pool) }
        verdict.next = .challenge(
            SentCodeChallenge.beginEmail(response.signIn, user, isSecondFactor: true, settingUp: address, pool.random))
        return .done(verdict)
    }

    /// Checks that a user who sets up a second factor has none yet.
    static func checkHasNone(_ user: PoolUser, _ signIn: SignIn, _ pool: Pool) throws(PoolError) {
        guard factors(of: user, excluding: signIn.firstFactor, pool.configuration).isEmpty else {
            throw .invalidSession
        }
    }

    /// Returns the second factors that a user can use after a first factor. If every sign-in needs a second factor, a
    /// verified phone number counts even if the user has enabled none. An enabled factor also counts while its new
    /// address is not verified yet.
    private static func factors(
        of user: PoolUser, excluding first: FirstFactor?, _ configuration: PoolConfiguration
    ) -> [MFAFactor] {
        configuration.mfaFactors.filter { factor in
            switch factor {
            case .sms: first != .smsCode && canReceiveCode(user, configuration)
            case .email: first != .emailCode && user.hasValue(for: "email") && user.mfa.contains(.email)
            case .softwareToken: user.softwareToken != nil && user.mfa.contains(.softwareToken)
            }
        }
    }

    /// Returns whether a user can receive codes as text messages. If the user has enabled them, any phone number
    /// counts. If the user has enabled no factor but every sign-in needs one, a verified phone number counts.
    private static func canReceiveCode(_ user: PoolUser, _ configuration: PoolConfiguration) -> Bool {
        if user.mfa.contains(.sms) { return user.hasValue(for: "phone_number") }
        return configuration.mfa == .on && user.mfa.isEmpty && user.verifiedValue(of: "phone_number") != nil
    }
}
