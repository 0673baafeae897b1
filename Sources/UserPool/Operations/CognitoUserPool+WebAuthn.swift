import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The time in seconds after which a started registration expires.
    private static let registrationSeconds: Int64 = 300

    /// The relying party that the pool's configuration describes.
    private var relyingParty: PasskeyRelyingParty {
        PasskeyRelyingParty(
            id: configuration.relyingPartyID, origins: configuration.origins.sorted(),
            requiresUserVerification: configuration.requiresUserVerification)
    }

    /// Implements `StartWebAuthnRegistration`: returns the options for creating a passkey.
    func startWebAuthnRegistration(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let authorization = try authorize(input)
        let user = authorization.user
        guard configuration.firstFactors.contains(.passkey) else {
            throw PoolError("WebAuthnNotEnabledException", "Passkeys are not enabled for the pool")
        }
        let challenge = PasskeyRelyingParty.makeChallenge(environment.random)
        let registration = PasskeyRegistration(
            challenge: challenge, clientID: authorization.clientID, expiresAt: now + Self.registrationSeconds)
        try commit { state.changeUser(user.id) { $0.passkeyChallenge = registration } }
        let options = relyingParty.creationOptions(
            for: PasskeyUser(handle: user.passkeyHandle, name: user.username), challenge: challenge,
            excluding: user.passkeys)
        return .object([JSONMember("CredentialCreationOptions", options)])
    }

    /// Implements `CompleteWebAuthnRegistration`: stores a new passkey.
    ///
    /// A failed attempt ends the registration.
    func completeWebAuthnRegistration(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let authorization = try authorize(input)
        let user = authorization.user
        guard let credential = input.json["Credential"] else {
            throw .invalidParameter("Missing required parameter Credential")
        }
        guard credential.members != nil else { throw PoolInput.wrongType("Credential") }
        guard let registration = user.passkeyChallenge else { throw Self.unknownRegistration }
        let passkey: StoredPasskey
        do throws(PoolError) { passkey = try verifiedPasskey(credential, of: authorization, registration) } catch {
            try commitFailure { state.changeUser(user.id) { $0.passkeyChallenge = nil } }
            throw error
        }
        try commit {
            state.changeUser(user.id) { user in
                user.passkeyChallenge = nil
                user.passkeys.append(passkey)
            }
        }
        return .object([])
    }

    /// Returns the new passkey of a credential, after verifying it against the registration.
    /// - Throws: an error if the registration has expired or belongs to another client, or the credential is invalid.
    private func verifiedPasskey(
        _ credential: JSONValue, of authorization: Authorization, _ registration: PasskeyRegistration
    ) throws(PoolError) -> StoredPasskey {
        guard registration.expiresAt > now else { throw Self.unknownRegistration }
        guard registration.clientID == authorization.clientID else {
            throw PoolError("WebAuthnClientMismatchException", "The registration was started by another client")
        }
        do throws(PasskeyRefusal) {
            return try relyingParty.verifyRegistration(
                credential, challenge: registration.challenge, userHandle: authorization.user.passkeyHandle, at: now
            ) { id in state.hasPasskey(id) }
        } catch {
            throw PoolError(error.registrationErrorType, error.message)
        }
    }

    private static let unknownRegistration = PoolError(
        "WebAuthnChallengeNotFoundException", "No passkey registration is in progress")

    /// Implements `ListWebAuthnCredentials`: lists the passkeys of the signed-in user.
    func listWebAuthnCredentials(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let passkeys = try authorize(input).user.passkeys
        return .object([JSONMember("Credentials", .array(passkeys.map(Self.description)))])
    }

    /// Implements `DeleteWebAuthnCredential`: removes a passkey of the signed-in user.
    func deleteWebAuthnCredential(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let id = try input.text("CredentialId")
        guard user.passkeys.contains(where: { $0.idText == id }) else {
            throw .notFound("The credential was not found")
        }
        try commit { state.changeUser(user.id) { $0.passkeys.removeAll { $0.idText == id } } }
        return .object([])
    }

    /// Returns a passkey as the API's type `WebAuthnCredentialDescription`.
    private static func description(of passkey: StoredPasskey) -> JSONValue {
        var members = [
            JSONMember("CredentialId", .string(passkey.idText)),
            JSONMember("FriendlyCredentialName", .string(passkey.friendlyName)),
            JSONMember("RelyingPartyId", .string(passkey.relyingPartyID)),
            JSONMember("AuthenticatorTransports", .array(passkey.transports.map { .string($0) })),
            JSONMember("CreatedAt", .time(passkey.createdAt)),
        ]
        if let attachment = passkey.attachment {
            members.append(JSONMember("AuthenticatorAttachment", .string(attachment)))
        }
        return .object(members)
    }

    /// Creates the challenge for a sign-in with a passkey.
    func makePasskeyChallenge(_ signIn: SignIn, _ user: PoolUser?) throws(PoolError) -> NewChallenge {
        let challenge = PasskeyRelyingParty.makeChallenge(environment.random)
        let options = relyingParty.requestOptions(challenge: challenge, allowing: user?.passkeys ?? [])
        return NewChallenge(
            .passkey(challenge: challenge), signIn,
            ["CREDENTIAL_REQUEST_OPTIONS": options.jsonText, "USERNAME": signIn.username])
    }

    /// Verifies the assertion of a passkey, and returns the verdict, which stores its new counter.
    ///
    /// After a wrong assertion the session stays valid, since the user may have chosen the wrong passkey.
    func judgePasskey(
        _ answer: ChallengeAnswer, _ challenge: [UInt8], _ signIn: SignIn, _ user: PoolUser?
    ) throws(ChallengeRejection) -> Verdict {
        let credential = try withRetryableErrors { () throws(PoolError) in try answer.requiredResponse("CREDENTIAL") }
        guard let user else { throw .fatal(.wrongPassword) }
        let passkey: StoredPasskey
        do throws(PasskeyRefusal) {
            passkey = try relyingParty.verifyAssertion(
                .string(credential), challenge: challenge, passkeys: user.passkeys)
        } catch {
            throw ChallengeRejection(
                error: PoolError(error.assertionErrorType, error.message), endsSession: false, countsForSession: true)
        }
        var verdict = Verdict(signIn)
        verdict.signIn.firstFactor = .passkey
        verdict.change = { user in
            user.passkeys = user.passkeys.map { $0.credentialID == passkey.credentialID ? passkey : $0 }
        }
        return verdict
    }
}

extension PoolUser {
    /// The user handle for authenticators, which reveals nothing about the user.
    fileprivate var passkeyHandle: [UInt8] { Array(id.utf8) }
}
