import CognitoHandlers

/// The server's side of an SRP exchange, kept between two requests.
struct SRPExchange: Sendable, Codable {
    private static let secretByteCount = 32
    private static let secretBlockByteCount = 96

    private let secret: [UInt8]
    /// The client's public value, `SRP_A`.
    private let clientValue: String
    private let verifier: PasswordRecord
    /// The SRP identity, which is part of the hashes.
    private let realm: String
    private let user: String
    /// The server's public value, `SRP_B`.
    private let serverValue: String
    /// The salt, `SALT`.
    private let salt: String
    /// The value that identifies the exchange. Some clients return it instead of the session.
    let secretBlock: String

    /// Generates the server's secret and public value, which takes milliseconds. Throws if `SRP_A` is invalid.
    private init(
        clientValue: String, verifier: PasswordRecord, identity: SRPIdentity, random: CognitoRandom
    ) throws(PoolError) {
        do throws(SRPFailure) {
            try SRPServer.check(clientValue: clientValue)
            let secret = random(Self.secretByteCount)
            let parsedVerifier = try verifier.makeVerifier()
            serverValue = try SRPServer(verifier: parsedVerifier, secret: secret).publicValue
            salt = parsedVerifier.saltDigits
            self.secret = secret
        } catch {
            // The stored verifier and the random secret are usable, so the error is in `SRP_A`.
            throw .invalidParameter("SRP_A is not a valid public value")
        }
        self.clientValue = clientValue
        self.verifier = verifier
        realm = identity.realm
        user = identity.user
        secretBlock = Base64.text(random(Self.secretBlockByteCount))
    }

    /// Returns whether a record is the one with which the exchange started.
    func uses(_ record: PasswordRecord?) -> Bool { record == verifier }

    /// Returns whether a signature proves the password, which takes milliseconds. Throws if it is not base64.
    private func accepts(signature: String, timestamp: String) throws(PoolError) -> Bool {
        do throws(SRPFailure) {
            let server = try SRPServer(verifier: verifier.makeVerifier(), secret: secret)
            return try server.accepts(
                signature, of: SRPIdentity(realm: realm, user: user), clientValue: clientValue,
                secretBlock: secretBlock, timestamp: timestamp)
        } catch {
            // The stored values are valid, so the error is in the signature.
            throw .invalidParameter("PASSWORD_CLAIM_SIGNATURE is not base64")
        }
    }

    // MARK: Steps

    /// The challenge parameters with which the client computes its proof.
    var parameters: [String: String] { ["SRP_B": serverValue, "SALT": salt, "SECRET_BLOCK": secretBlock] }

    /// Returns a step that starts an exchange outside the machine, and continues with the exchange's challenge.
    static func begin(
        _ clientValue: String, _ record: PasswordRecord, _ identity: SRPIdentity, _ pool: Pool,
        challenge: @escaping @Sendable (SRPExchange) -> NewChallenge
    ) -> PoolStep<NextStep> {
        let random = pool.random
        let start: @Sendable () -> Result<SRPExchange, PoolError> = {
            Result { () throws(PoolError) in
                try SRPExchange(clientValue: clientValue, verifier: record, identity: identity, random: random)
            }
        }
        return .work(start) { result, _ throws(PoolError) in .challenge(challenge(try result.get())) }
    }

    /// Returns a step that verifies the proof in an answer outside the machine. Its value is whether the proof holds.
    func verifyProof(_ response: ChallengeResponse) throws(ChallengeRejection) -> Step<Bool, ChallengeRejection> {
        let signature = try response.required("PASSWORD_CLAIM_SIGNATURE")
        let timestamp = try response.required("TIMESTAMP")
        guard CognitoTimestamp.isWellFormed(timestamp) else {
            throw .retryable(.invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english."))
        }
        let verify: @Sendable () -> Result<Bool, PoolError> = {
            Result { () throws(PoolError) in try accepts(signature: signature, timestamp: timestamp) }
        }
        return .work(verify) { result, _ throws(ChallengeRejection) in
            .done(try response.retryable { () throws(PoolError) in try result.get() })
        }
    }
}
