import CognitoHandlers

/// The server's side of an SRP exchange between two requests.
struct SRPExchange: Sendable, Codable {
    /// b.
    private let secret: [UInt8]
    /// SRP_A.
    private let clientValue: String
    private let verifier: PasswordRecord
    /// Whose password it is, as it goes into the hashes.
    private let realm: String
    private let user: String
    /// SRP_B.
    let serverValue: String
    /// SALT.
    let salt: String
    /// Names the exchange: clients send it back, some of them in place of the session.
    let secretBlock: String

    /// Begins an exchange: B for the client's A. Takes milliseconds.
    /// - Throws: `InvalidParameterException` for an A that is no number, or one that is zero modulo N (RFC 5054, 2.5.4).
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

    /// Whether it is about this very password, and not about one that was since replaced.
    func isOf(_ record: PasswordRecord?) -> Bool { record == verifier }

    /// Whether an answer proves the password. Takes milliseconds.
    /// - Throws: `InvalidParameterException` for an answer that is no base64.
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
