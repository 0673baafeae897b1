import CognitoHandlers
import CognitoWire
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
    let triggers: CustomAuthTriggers?
    /// Who issues the tokens.
    public private(set) var issuer: String
    /// Changed in one go by each request, at its end, so that what is kept is always the state between requests.
    var state: PoolState {
        didSet { isUnsaved = true }
    }
    /// Challenges whose answers are being judged: none is answered twice at the same time.
    var claimed: Set<String> = []
    /// The private keys of tokens, read from the state once.
    var signers: TokenSigners?
    /// Messages of the request at hand that go out once its changes are kept.
    var outbox: [PoolMessage] = []
    private let file: PoolFile?
    private var isUnsaved = false

    /// A pool without users, kept in memory.
    /// - Parameters:
    ///   - configuration: how it is set up.
    ///   - environment: its time, its random numbers, and where codes go.
    ///   - triggers: what decides custom sign-ins; without them there are none.
    public init(
        _ configuration: PoolConfiguration = PoolConfiguration(), environment: PoolEnvironment = PoolEnvironment(),
        triggers: CustomAuthTriggers? = nil
    ) {
        self.configuration = configuration.bounded()
        self.environment = environment
        self.triggers = triggers
        issuer = configuration.defaultIssuer
        file = nil
        state = PoolState(disguiseKey: environment.random(32))
    }

    /// A pool that is kept in a file, which is made if it is not there.
    /// - Parameters:
    ///   - path: the file. It is replaced as a whole with each change, and only its owner may read it.
    ///   - configuration: how the pool is set up; not kept in the file.
    ///   - environment: its time, its random numbers, and where codes go.
    ///   - triggers: what decides custom sign-ins; without them there are none.
    /// - Throws: what is wrong with the file.
    public init(
        file path: String, _ configuration: PoolConfiguration = PoolConfiguration(),
        environment: PoolEnvironment = PoolEnvironment(), triggers: CustomAuthTriggers? = nil
    ) throws(PoolFileFailure) {
        self.configuration = configuration.bounded()
        self.environment = environment
        self.triggers = triggers
        issuer = configuration.defaultIssuer
        let file = PoolFile(path)
        self.file = file
        state = try file.read() ?? PoolState(disguiseKey: environment.random(32))
    }

    /// Answers one request.
    /// - Parameters:
    ///   - operation: the operation's name, such as `InitiateAuth`.
    ///   - body: the request's body as it came.
    /// - Returns: the answer; every request has one.
    public func respond(to operation: String, _ body: [UInt8]) async -> PoolReply {
        guard let work = Self.operations[operation] else {
            return PoolReply(error: "UnknownOperationException", "The pool does not know this operation")
        }
        guard let json = WireValue(json: body), case .object = json else {
            return PoolReply(error: "SerializationException", "The body is not a JSON object")
        }
        let reply: PoolReply
        do throws(PoolError) {
            reply = PoolReply(try await work(self, PoolInput(json)))
        } catch {
            reply = PoolReply(Self.listed(error, for: operation))
        }
        do throws(PoolFileFailure) {
            try keep()
        } catch {
            return PoolReply(error: "InternalErrorException", "The pool's file cannot be written", status: 500)
        }
        return reply
    }

    /// Adds a user, or replaces one of the same name.
    /// - Parameter seed: the user.
    /// - Throws: what is wrong with it, or with the pool's file.
    public func add(_ seed: PoolUserSeed) throws(PoolSeedFailure) {
        let user = try PoolUser(seed, configuration: configuration, at: now, random: environment.random)
        state.insert(user)
        guard (try? keep()) != nil else { throw PoolSeedFailure("the pool's file cannot be written") }
    }

    /// Who issues the tokens; by default the URL that Amazon Cognito would have for the pool's id.
    public func setIssuer(_ issuer: String) { self.issuer = issuer }

    /// The time: seconds since 1970 in UTC.
    var now: Int64 { environment.now() }

    /// Writes what changed, then lets the messages go.
    private func keep() throws(PoolFileFailure) {
        if isUnsaved, let file { try file.save(state) }
        isUnsaved = false
        let messages = outbox
        outbox = []
        for message in messages { environment.deliver(message) }
    }
}

extension CognitoUserPool: FlowService {
    /// Answers the request of a flow in the process, as a client of the API would send it.
    public func call(_ request: FlowRequest) async -> FlowReply {
        await respond(to: request.operation, WireForm.request(request.body)).flowReply
    }
}
