import CognitoHandlers
import CognitoWire
public import FlowCore
public import FlowRuntime

/// An in-process user pool that verifies passwords, codes, devices and passkeys.
///
/// It implements Amazon Cognito's user pools API (JSON 1.1), including SRP and sessions that rotate and expire, so you
/// can test any client against it. Use it for tests and experiments, not for a product's users.
public actor CognitoUserPool {
    /// The pool's configuration.
    public nonisolated let configuration: PoolConfiguration
    /// Whether the pool started without a file. It is determined under the file's lock, so that two first starts cannot
    /// race.
    package nonisolated let isNew: Bool
    let environment: PoolEnvironment
    let triggers: CustomAuthTriggers?
    /// The issuer of the tokens.
    public private(set) var issuer: String
    /// Changed only in ``keep(_:)`` and ``count(_:)``.
    ///
    /// The stored state is thus always one between requests.
    var state: PoolState
    /// Challenges whose answers are being verified. None is answered twice concurrently.
    var claimed: Set<String> = []
    /// The private keys of the tokens, decoded once.
    var signers: TokenSigners?
    /// New keys that are not stored yet. They sign nothing.
    var unkeptSigners: TokenSigners?
    /// Messages of the current change, sent once it is stored.
    var outbox: [PoolMessage] = []
    private let file: PoolFile?

    /// Creates an in-memory pool without users.
    /// - Parameters:
    ///   - configuration: the configuration.
    ///   - environment: the clock, the random source, and the delivery of codes.
    ///   - triggers: the triggers of custom sign-in; nil disables it.
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

    /// Creates a pool stored in a file, which it creates if missing.
    ///
    /// While the pool lives, no other pool can use the file, in this process or another on this computer: a file beside
    /// it with the suffix `.lock` is locked. Temporary files of a killed pool are removed.
    /// - Parameters:
    ///   - path: the file. Each change replaces it atomically, and only its owner may read it.
    ///   - configuration: the configuration; it is not stored in the file.
    ///   - environment: the clock, the random source, and the delivery of codes.
    ///   - triggers: the triggers of custom sign-in; nil disables it.
    /// - Throws: the reason why the file cannot be used.
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

    /// Whether pools implement an operation.
    package static func has(operation: String) -> Bool { operations[operation] != nil }

    /// Answers one request.
    /// - Parameters:
    ///   - operation: the operation's name, such as `InitiateAuth`.
    ///   - body: the request's raw body.
    /// - Returns: the response; every request has one.
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

    /// Adds a user, or replaces the user of the same name.
    /// - Parameter seed: the user.
    /// - Throws: the reason why the user is invalid or cannot be stored; the pool is then unchanged.
    public func add(_ seed: PoolUserSeed) throws(PoolSeedFailure) { try add([seed]) }

    /// Adds users, or replaces those of the same names, atomically.
    /// - Parameter seeds: the users.
    /// - Throws: the reason why a user is invalid or cannot be stored; the pool is then unchanged.
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

    /// Sets the issuer; by default it is Amazon Cognito's URL for the pool's id.
    public func setIssuer(_ issuer: String) { self.issuer = issuer }

    /// The time in seconds since 1970, UTC.
    var now: Int64 { environment.now() }

    /// Changes the state, stores it and sends the messages, atomically.
    ///
    /// It does not suspend, so the state to roll back to has all other changes.
    /// - Throws: ``PoolError/notKept``.
    func keep<Value>(_ change: () -> Value) throws(PoolError) -> Value {
        // Without a file nothing can fail, so no copy is needed.
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

    /// Records a failed attempt.
    ///
    /// It takes effect at once, even if it cannot be stored: filling the disk must not give an attacker more guesses.
    /// The next successful write includes it.
    /// - Throws: ``PoolError/notKept``, as for a successful answer: a guess that leaves no trace in the file must
    ///   reveal nothing.
    func count(_ change: () -> Void) throws(PoolError) {
        change()
        try save()
    }

    private func save() throws(PoolError) {
        do throws(PoolFileFailure) { try file?.save(state) } catch { throw .notKept }
    }
}

extension CognitoUserPool: FlowService {
    /// Answers an in-process flow's request like one from an API client.
    public func call(_ request: FlowRequest) async -> FlowReply {
        await respond(to: request.operation, WireForm.request(request.body)).flowReply
    }
}
