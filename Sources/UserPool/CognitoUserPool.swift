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
    /// Whether there was no file to go on with. Known under the lock, which keeps two first starts apart.
    package nonisolated let isNew: Bool
    let environment: PoolEnvironment
    let triggers: CustomAuthTriggers?
    /// Who issues the tokens.
    public private(set) var issuer: String
    /// Changed inside ``keep(_:)`` and ``count(_:)`` alone, so that what is kept is always the state between requests.
    var state: PoolState
    /// Challenges whose answers are being judged: none is answered twice at the same time.
    var claimed: Set<String> = []
    /// The private keys of tokens, read from the state once.
    var signers: TokenSigners?
    /// New keys that the file has not taken yet; nothing is signed by them.
    var unkeptSigners: TokenSigners?
    /// Messages of the change at hand that go out once it is kept.
    var outbox: [PoolMessage] = []
    private let file: PoolFile?

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
        isNew = true
        state = PoolState(disguiseKey: environment.random(32))
    }

    /// A pool that is kept in a file, which is made if it is not there.
    ///
    /// As long as the pool lives, no other one can be kept in the file, in this process or another on this computer: a file
    /// beside it, named as it is with `.lock` at the end, is locked. Drafts of a pool that was killed are removed.
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
        let file = try PoolFile(path)
        self.file = file
        let kept = try file.read()
        isNew = kept == nil
        state = kept ?? PoolState(disguiseKey: environment.random(32))
    }

    /// Whether pools answer an operation.
    package static func has(operation: String) -> Bool { operations[operation] != nil }

    /// Answers one request.
    /// - Parameters:
    ///   - operation: the operation's name, such as `InitiateAuth`.
    ///   - body: the request's body as it came.
    /// - Returns: the answer; every request has one.
    public func respond(to operation: String, _ body: [UInt8]) async -> PoolReply {
        guard let work = Self.operations[operation] else {
            return PoolReply(error: "UnknownOperationException", "The pool does not know this operation")
        }
        guard let json = JSONValue(json: body), case .object = json else {
            return PoolReply(error: "SerializationException", "The body is not a JSON object")
        }
        do throws(PoolError) {
            return PoolReply(try await work(self, PoolInput(json)))
        } catch {
            return PoolReply(Self.listed(error, for: operation))
        }
    }

    /// Adds a user, or replaces one of the same name.
    /// - Parameter seed: the user.
    /// - Throws: what is wrong with it, or with the pool's file; then the pool is as it was.
    public func add(_ seed: PoolUserSeed) throws(PoolSeedFailure) { try add([seed]) }

    /// Adds users, or replaces those of the same names: all of them, or none.
    /// - Parameter seeds: the users.
    /// - Throws: what is wrong with one of them, or with the pool's file; then the pool is as it was.
    public func add(_ seeds: [PoolUserSeed]) throws(PoolSeedFailure) {
        var users: [PoolUser] = []
        for seed in seeds {
            users.append(try PoolUser(seed, configuration: configuration, at: now, random: environment.random))
        }
        let added = users
        do throws(PoolError) { try keep { for user in added { state.insert(user) } } } catch {
            throw PoolSeedFailure("the pool's file cannot be written")
        }
    }

    /// Who issues the tokens; by default the URL that Amazon Cognito would have for the pool's id.
    public func setIssuer(_ issuer: String) { self.issuer = issuer }

    /// The time: seconds since 1970 in UTC.
    var now: Int64 { environment.now() }

    /// Changes the state, keeps it and lets the messages go, or does nothing of that. Nothing waits in between, so that the
    /// state to go back to has the changes of all others.
    /// - Throws: ``PoolError/notKept``.
    func keep<Value>(_ change: () -> Value) throws(PoolError) -> Value {
        // Without a file nothing can fail, and nothing has to be copied.
        let before = file == nil ? nil : state
        let value = change()
        let messages = outbox
        outbox = []
        do throws(PoolError) { try save() } catch {
            if let before { state = before }
            throw error
        }
        for message in messages { environment.deliver(message) }
        return value
    }

    /// Changes the state to the disadvantage of who was refused. It holds at once, also if it cannot be kept: whoever fills the
    /// disk must not guess more often for it. The next change that can be written takes it along.
    /// - Throws: ``PoolError/notKept``, as for an answer that passes: a guess that leaves no trace in the file tells nothing.
    func count(_ change: () -> Void) throws(PoolError) {
        change()
        try save()
    }

    private func save() throws(PoolError) {
        do throws(PoolFileFailure) { try file?.save(state) } catch { throw .notKept }
    }
}

extension CognitoUserPool: FlowService {
    /// Answers the request of a flow in the process, as a client of the API would send it.
    public func call(_ request: FlowRequest) async -> FlowReply {
        await respond(to: request.operation, WireForm.request(request.body)).flowReply
    }
}
