import CognitoHandlers
import CognitoWire
import FlowRuntime
import FlowCore
import Testing
import UserPool

/// The client's side of an SRP exchange, a request at a time.
struct Prover {
    let bench: PoolBench
    let client: SRPClient

    init(_ bench: PoolBench) throws {
        self.bench = bench
        client = try SRPClient(random: .system)
    }

    /// PASSWORD_VERIFIER for a user.
    func begin(_ username: String = "ana", client id: String = "app-client") async -> PoolReply {
        await bench.begin("USER_SRP_AUTH", ["USERNAME": username, "SRP_A": client.publicValue], client: id)
    }

    /// The responses that prove a password.
    func proof(
        _ reply: PoolReply, password: String = PoolBench.password, timestamp: String = "Sat Jan 1 00:00:00 UTC 2022"
    ) throws -> [String: String] {
        let user = try #require(reply.parameter("USER_ID_FOR_SRP"), "\(reply)")
        let realm = try #require(PoolName.name(ofPoolID: bench.pool.configuration.poolID))
        var responses = try proof(
            reply, of: SRPIdentity(realm: realm, user: user), password: password, timestamp: timestamp)
        responses["USERNAME"] = reply.parameter("USERNAME")
        return responses
    }

    /// The responses that prove the password of an identity.
    func proof(
        _ reply: PoolReply, of identity: SRPIdentity, password: String,
        timestamp: String = "Sat Jan 1 00:00:00 UTC 2022"
    ) throws -> [String: String] {
        try Self.proof(reply, by: client, of: identity, password: password, timestamp: timestamp)
    }

    /// The responses of a client that prove the password of an identity.
    static func proof(
        _ reply: PoolReply, by client: SRPClient, of identity: SRPIdentity, password: String,
        timestamp: String = "Sat Jan 1 00:00:00 UTC 2022"
    ) throws -> [String: String] {
        let block = try #require(reply.parameter("SECRET_BLOCK"), "\(reply)")
        let challenge = try SRPChallenge(
            salt: try #require(reply.parameter("SALT")), serverValue: try #require(reply.parameter("SRP_B")),
            secretBlock: block)
        return [
            "PASSWORD_CLAIM_SIGNATURE": try client.proof(
                of: identity, password: FlowSecret(password), for: challenge, at: timestamp
            ).text,
            "PASSWORD_CLAIM_SECRET_BLOCK": block, "TIMESTAMP": timestamp,
        ]
    }
}
