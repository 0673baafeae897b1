import FlowCore
import FlowRuntime

/// Registers, lists and removes the passkeys of users.
enum PasskeyOperations {
    static let all: [String: PoolOperation] = [
        "StartWebAuthnRegistration": .turn(startRegistration),
        "CompleteWebAuthnRegistration": .turn(completeRegistration),
        "ListWebAuthnCredentials": .signedIn(list),
        "DeleteWebAuthnCredential": .signedIn(delete),
    ]

    /// The time in seconds after which a started registration expires.
    private static let registrationSeconds: Int64 = 300

    /// Implements `StartWebAuthnRegistration`: returns the options for creating a passkey.
    private static func startRegistration(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let authorization = try pool.authorize(input)
        let user = authorization.user
        guard pool.configuration.firstFactors.contains(.passkey) else {
            throw PoolError("WebAuthnNotEnabledException", "Passkeys are not enabled for the pool")
        }
        let challenge = PasskeyRelyingParty.makeChallenge(pool.random)
        let registration = PasskeyRegistration(
            challenge: challenge, clientID: authorization.clientID, expiresAt: pool.now + registrationSeconds)
        pool.state.accounts.change(user.id) { $0.passkeyChallenge = registration }
        let options = PasskeyRelyingParty(pool.configuration).creationOptions(
            for: PasskeyUser(handle: user.passkeyHandle, name: user.username), challenge: challenge,
            excluding: user.passkeys)
        return ["CredentialCreationOptions": options]
    }

    /// Implements `CompleteWebAuthnRegistration`: stores a new passkey. A rejected credential ends the registration.
    private static func completeRegistration(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let authorization = try pool.authorize(input)
        let user = authorization.user
        guard let credential = input.json["Credential"] else {
            throw .invalidParameter("Missing required parameter Credential")
        }
        guard credential.members != nil else { throw PoolInput.wrongType("Credential") }
        guard let registration = user.passkeyChallenge else { throw unknownRegistration }
        let passkey: StoredPasskey
        do throws(PoolError) {
            passkey = try verifiedPasskey(credential, of: authorization, registration, pool)
        } catch {
            pool.state.accounts.change(user.id) { $0.passkeyChallenge = nil }
            throw error
        }
        pool.state.accounts.change(user.id) { user in
            user.passkeyChallenge = nil
            user.passkeys.append(passkey)
        }
        return [:]
    }

    /// Verifies a new credential against the registration that the user started, and returns its passkey.
    private static func verifiedPasskey(
        _ credential: JSONValue, of authorization: Authorization, _ registration: PasskeyRegistration,
        _ pool: Pool
    ) throws(PoolError) -> StoredPasskey {
        guard registration.expiresAt > pool.now else { throw unknownRegistration }
        guard registration.clientID == authorization.clientID else {
            throw PoolError("WebAuthnClientMismatchException", "The registration was started by another client")
        }
        do throws(PasskeyRefusal) {
            return try PasskeyRelyingParty(pool.configuration).verifyRegistration(
                credential, challenge: registration.challenge, userHandle: authorization.user.passkeyHandle,
                at: pool.now, isRegistered: pool.state.accounts.hasPasskey)
        } catch {
            throw PoolError(error.registrationErrorType, error.message)
        }
    }

    private static let unknownRegistration = PoolError(
        "WebAuthnChallengeNotFoundException", "No passkey registration is in progress")

    /// Implements `ListWebAuthnCredentials`: lists the passkeys of the signed-in user.
    private static func list(_ user: PoolUser, _ input: PoolInput, _: inout Pool) throws(PoolError) -> JSONValue {
        try input.page(of: user.passkeys, token: "NextToken", limit: "MaxResults", atMost: 20, by: \.idText)
            .response("Credentials", description)
    }

    /// Implements `DeleteWebAuthnCredential`: removes a passkey of the signed-in user.
    static func delete(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let id = try input.text("CredentialId")
        guard user.passkeys.contains(where: { $0.idText == id }) else {
            throw .notFound("The credential was not found")
        }
        pool.state.accounts.change(user.id) { $0.passkeys.removeAll { $0.idText == id } }
        return [:]
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
}

extension PoolUser {
    /// The user handle for authenticators, which reveals nothing about the user.
    fileprivate var passkeyHandle: [UInt8] { Array(id.utf8) }
}
