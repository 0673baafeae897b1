import FlowCore

/// The assertion of a passkey: the challenge `WEB_AUTHN`.
enum PasskeyChallenge {
    /// Creates the challenge `WEB_AUTHN` for the user's passkeys.
    static func begin(_ signIn: SignIn, _ user: PoolUser?, _ pool: Pool) -> NewChallenge {
        let challenge = PasskeyRelyingParty.makeChallenge(pool.random)
        let options = PasskeyRelyingParty(pool.configuration).requestOptions(
            challenge: challenge, allowing: user?.passkeys ?? [])
        return NewChallenge(
            .passkey(challenge: challenge), signIn,
            ["CREDENTIAL_REQUEST_OPTIONS": options.jsonText, "USERNAME": signIn.username])
    }

    /// Verifies the assertion of a passkey, and returns the verdict, which stores the passkey's new counter. After a
    /// wrong assertion, the client can answer again a few times, because the user may have chosen the wrong passkey.
    static func evaluate(
        _ response: ChallengeResponse, _ challenge: [UInt8], _ pool: Pool
    ) throws(ChallengeRejection) -> ChallengeStep {
        let credential = try response.required("CREDENTIAL")
        guard let user = response.user else { throw .fatal(.wrongPassword) }
        let passkey: StoredPasskey
        do throws(PasskeyRefusal) {
            passkey = try PasskeyRelyingParty(pool.configuration).verifyAssertion(
                .string(credential), challenge: challenge, passkeys: user.passkeys)
        } catch {
            throw ChallengeRejection(
                error: PoolError(error.assertionErrorType, error.message), endsSession: false, countsForSession: true)
        }
        var verdict = Verdict(signIn: response.signIn)
        verdict.signIn.firstFactor = .passkey
        verdict.change = { user in
            user.passkeys = user.passkeys.map { $0.credentialID == passkey.credentialID ? passkey : $0 }
        }
        return .done(verdict)
    }
}
