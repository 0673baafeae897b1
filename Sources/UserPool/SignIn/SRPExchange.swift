import CognitoHandlers

/// The server's state of an SRP exchange between two requests.
struct SRPExchange: Sendable, Codable {
    /// The server's secret, b.
    private let secret: [UInt8]
    /// The client's public value, `SRP_A`.
    private let clientValue: String
    private let verifier: PasswordRecord
    /// The SRP identity, which is part of the hashes.
    private let realm: String
    private let user: String
    /// The server's public value, `SRP_B`.
    let serverValue: String
    /// The salt, `SALT`.
    let salt: String
    /// Identifies the exchange. Some clients return it instead of the session.
    let secretBlock: String

    /// Starts an exchange: computes B for the client's A. It takes milliseconds.
    /// - Throws: `InvalidParameterException` if A is not a number, or zero modulo N (RFC 5054, 2.5.4).
    init(
        clientValue: String, verifier: PasswordRecord, identity: SRPIdentity, random: CognitoRandom
    ) throws(PoolError) {
        do throws(SRPFailure) {
            try SRPServer.check(clientValue: clientValue)
            let secret = random(32)
            let kept = try verifier.srp()
            serverValue = try SRPServer(verifier: kept, secret: secret).publicValue
            salt = kept.saltDigits
            self.secret = secret
        } catch {
            throw .invalidParameter("SRP_A is not a usable public value")
        }
        self.clientValue = clientValue
        self.verifier = verifier
        realm = identity.realm
        user = identity.user
        secretBlock = Base64.text(random(96))
    }

    /// Whether it is for this password record, and not a replaced one.
    func isOf(_ record: PasswordRecord?) -> Bool { record == verifier }

    /// Whether an answer proves the password. It takes milliseconds.
    /// - Throws: `InvalidParameterException` if the answer is not base64.
    func accepts(signature: String, timestamp: String) throws(PoolError) -> Bool {
        do throws(SRPFailure) {
            let server = try SRPServer(verifier: verifier.srp(), secret: secret)
            return try server.accepts(
                signature, of: SRPIdentity(realm: realm, user: user), clientValue: clientValue,
                secretBlock: secretBlock,
                timestamp: timestamp)
        } catch {
            throw .invalidParameter("PASSWORD_CLAIM_SIGNATURE is not base64")
        }
    }
}
