public import CognitoHandlers
public import FlowCore
public import FlowRuntime

/// A user pool in the process that really checks: passwords by SRP, codes, sessions that rotate and expire, devices, passkeys.
///
/// It answers requests as Amazon Cognito's user pools API has them (JSON 1.1), so any client of it can be tried against it. It
/// is made for tests and for trying out flows, not for keeping the users of a product.
public actor CognitoUserPool {
    /// How the pool is set up.
    public nonisolated let configuration: PoolConfiguration
    let environment: PoolEnvironment

    /// A pool without users.
    /// - Parameters:
    ///   - configuration: how it is set up.
    ///   - environment: its time, its random numbers, and where codes go.
    public init(
        _ configuration: PoolConfiguration = PoolConfiguration(), environment: PoolEnvironment = PoolEnvironment()
    ) {
        self.configuration = configuration
        self.environment = environment
    }

    /// Answers one request.
    /// - Parameters:
    ///   - operation: the operation's name, such as `InitiateAuth`.
    ///   - body: the request's body as it came.
    /// - Returns: the answer; every request has one.
    public func respond(to operation: String, _ body: [UInt8]) async -> PoolReply {
        PoolReply(error: "InvalidAction", "The pool does not know \(operation)")
    }

    /// Who issues the tokens; by default the URL that Amazon Cognito would have for the pool's id.
    public func setIssuer(_ issuer: String) {}

    /// The public keys of the pool's tokens as a JSON Web Key Set (RFC 7517), served under `/POOL-ID/.well-known/jwks.json`.
    public func keySet() -> [UInt8] { [] }
}

extension CognitoUserPool: FlowService {
    /// Answers the request of a flow in the process.
    public func call(_ request: FlowRequest) async -> FlowReply {
        await respond(to: request.operation, Array(request.body.jsonText.utf8)).flowReply
    }
}
