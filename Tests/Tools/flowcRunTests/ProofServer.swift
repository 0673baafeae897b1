import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// A service with one user, who signs in by SRP; it notes what came.
final class ProofServer: @unchecked Sendable {
    private let verifier: SRPVerifier
    private let identity = SRPIdentity(realm: "AbC", user: "ana")
    private let lock = NSLock()
    private var exchange: (server: SRPServer, clientValue: String)?
    private var received: String?

    init(password: String) {
        verifier = SRPVerifier(of: identity, password: password, salt: [7, 7, 7])
    }

    /// The proof that was right.
    var proof: String? { lock.withLock { received } }

    func answer(to request: TestServer.Request) -> TestServer.Answer {
        let body = JSONValue(json: Array(request.body.utf8)) ?? .null
        return lock.withLock { (try? reply(to: body)) ?? .reply(400, #"{"__type":"NotAuthorizedException"}"#) }
    }

    private func reply(to body: JSONValue) throws -> TestServer.Answer {
        guard let responses = body["ChallengeResponses"] else {
            let server = try SRPServer(verifier: verifier, random: .system)
            exchange = (server, body["AuthParameters"]?["SRP_A"]?.string ?? "")
            let parameters: JSONValue = .object([
                JSONMember("SALT", .string(verifier.saltDigits)), JSONMember("SRP_B", .string(server.publicValue)),
                JSONMember("SECRET_BLOCK", "YmxvY2s="), JSONMember("USER_ID_FOR_SRP", "ana"),
                JSONMember("USERNAME", "ana"),
            ])
            return .reply(
                200,
                JSONValue.object([
                    JSONMember("ChallengeName", "PASSWORD_VERIFIER"), JSONMember("ChallengeParameters", parameters),
                ]).jsonText)
        }
        let signature = responses["PASSWORD_CLAIM_SIGNATURE"]?.string ?? ""
        guard let exchange,
            try exchange.server.accepts(
                signature, of: identity, clientValue: exchange.clientValue, secretBlock: "YmxvY2s=",
                timestamp: responses["TIMESTAMP"]?.string ?? "")
        else { return .reply(400, #"{"__type":"NotAuthorizedException"}"#) }
        received = signature
        return .reply(
            200,
            #"{"AuthenticationResult":{"AccessToken":"a","IdToken":"i","RefreshToken":"r","ExpiresIn":3600,"TokenType":"Bearer"}}"#
        )
    }
}
