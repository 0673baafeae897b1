import CognitoHandlers
import CognitoWire
public import FlowCore
public import FlowRuntime

/// An in-process user pool that verifies passwords, codes, devices and passkeys.
///
/// It implements Amazon Cognito's user pools API (JSON 1.1), including SRP and sessions that rotate and expire, so you
/// can test any client against it. Use it for tests and experiments, not for a product's users.
public actor CognitoUserPool {
    /// The length of the key from which responses for unknown users are derived.
    private static let disguiseKeyByteCount = 32

    /// The pool's configuration.
    public nonisolated let configuration: PoolConfiguration
    /// Whether the pool started without a stored state.
    ///
    /// It is determined under the file's lock, so that only one of two concurrent starts is the first.
    package nonisolated let isNew: Bool
    let environment: PoolEnvironment
    let triggers: CustomAuthTriggers?
    /// The issuer of the tokens.
    public private(set) var issuer: String
    /// The users, challenges, tokens and groups.
    ///
    /// Only ``commit(_:)`` and ``commitFailure(_:)`` change it, so the file never contains half of a request's changes.
    var state: PoolState
    /// The storage keys of challenges whose answers are being verified.
    ///
    /// A second answer to one of them is rejected.
    var challengesInProgress: Set<String> = []
    /// The token signers, if they were already loaded or created.
    var signers: TokenSigners?
    /// New signers whose keys are not stored yet, so they must not sign.
    var unstoredSigners: TokenSigners?
    /// The messages of the current change, which are sent once it is stored.
    var outbox: [PoolMessage] = []
    /// The file that stores the state; nil for an in-memory pool.
    private let file: PoolFile?

    /// Creates an in-memory pool without users.
    /// - Parameters:
    ///   - configuration: the app clients and settings; numbers outside their range are clamped.
    ///   - environment: the clock, the random source, and the delivery of codes.
    ///   - triggers: the triggers of custom sign-in; nil disables it.
    public init(
        _ configuration: PoolConfiguration = PoolConfiguration(), environment: PoolEnvironment = PoolEnvironment(),
        triggers: CustomAuthTriggers? = nil
    ) {
        self.configuration = configuration.clamped()
        self.environment = environment
        self.triggers = triggers
        issuer = configuration.defaultIssuer
        file = nil
        isNew = true
        state = PoolState(disguiseKey: environment.random(Self.disguiseKeyByteCount))
    }

    /// Creates a pool that is stored in a file, which the first change creates.
    ///
    /// The pool locks a second file with the suffix `.lock`, so that no other pool on this computer can use the file at
    /// the same time. It also removes the temporary files of a pool that was killed.
    /// - Parameters:
    ///   - path: the path of the file. Each change replaces it atomically, and only its owner may read it.
    ///   - configuration: the app clients and settings, which are not stored in the file; numbers outside their range
    ///     are clamped.
    ///   - environment: the clock, the random source, and the delivery of codes.
    ///   - triggers: the triggers of custom sign-in; nil disables it.
    /// - Throws: an error if the file cannot be read or written, or another pool uses it.
    public init(
        file path: String, _ configuration: PoolConfiguration = PoolConfiguration(),
        environment: PoolEnvironment = PoolEnvironment(), triggers: CustomAuthTriggers? = nil
    ) throws(PoolFileFailure) {
        self.configuration = configuration.clamped()
        self.environment = environment
        self.triggers = triggers
        issuer = configuration.defaultIssuer
        let file = try PoolFile(path)
        self.file = file
        let stored = try file.read()
        isNew = stored == nil
        state = stored ?? PoolState(disguiseKey: environment.random(Self.disguiseKeyByteCount))
    }

    /// Returns whether the user pool implements an API operation.
    package static func implements(operation: String) -> Bool { operations[operation] != nil }

    /// Performs an API operation.
    /// - Parameters:
    ///   - operation: the operation's name, such as `InitiateAuth`.
    ///   - body: the request's raw body.
    /// - Returns: the response, which reports any error.
    public func respond(to operation: String, _ body: [UInt8]) async -> PoolReply {
        guard let work = Self.operations[operation] else {
            return PoolReply(error: "UnknownOperationException", "The pool does not implement this operation")
        }
        guard let json = JSONValue(json: body), case .object = json else {
            return PoolReply(error: "SerializationException", "The body is not a JSON object")
        }
        do throws(PoolError) {
            return PoolReply(try await work(self, PoolInput(json)))
        } catch {
            return PoolReply(Self.documentedError(for: error, of: operation))
        }
    }

    /// Adds a user, or replaces the user of the same name.
    /// - Parameter seed: the user to add, with the password in plain text.
    /// - Throws: an error if the user is invalid or cannot be stored; the pool is then unchanged.
    public func add(_ seed: PoolUserSeed) throws(PoolSeedFailure) { try add([seed]) }

    /// Adds users atomically, and replaces those of the same names.
    /// - Parameter seeds: the users to add; of two with the same name, the last.
    /// - Throws: an error if a user is invalid or cannot be stored; the pool is then unchanged.
    public func add(_ seeds: [PoolUserSeed]) throws(PoolSeedFailure) {
        let newUsers = try users(from: seeds)
        do throws(PoolError) {
            try commit {
                for user in newUsers { state.insert(user) }
            }
        } catch {
            throw PoolSeedFailure("the pool's file cannot be written")
        }
    }

    /// Creates users from seeds, without adding them to the pool.
    private func users(from seeds: [PoolUserSeed]) throws(PoolSeedFailure) -> [PoolUser] {
        var users: [PoolUser] = []
        for seed in seeds {
            users.append(try PoolUser(seed, configuration: configuration, at: now, random: environment.random))
        }
        return users
    }

    /// Sets the issuer of future tokens; by default it is Amazon Cognito's URL for the pool's id.
    public func setIssuer(_ issuer: String) { self.issuer = issuer }

    /// The time in seconds since 1970, UTC.
    var now: Int64 { environment.now() }

    /// Changes the state, stores it, and then sends the messages in the outbox.
    ///
    /// It does not suspend, so a rollback cannot undo the changes of another request.
    /// - Returns: the result of `change`.
    /// - Throws: ``PoolError/notStored``; the state is then unchanged and no message is sent.
    func commit<Value>(_ change: () -> Value) throws(PoolError) -> Value {
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

    /// Applies a change that records a failed attempt, and stores the state.
    ///
    /// The change remains even if it cannot be stored, and the next successful write includes it. An attacker who fills
    /// the disk therefore gets no additional guesses.
    /// - Throws: ``PoolError/notStored``. A right guess that cannot be stored throws the same error, so that the
    ///   response does not reveal whether a guess is right.
    func commitFailure(_ change: () -> Void) throws(PoolError) {
        change()
        try save()
    }

    /// Writes the state to the file, if the pool has one.
    private func save() throws(PoolError) {
        do throws(PoolFileFailure) { try file?.save(state) } catch { throw .notStored }
    }
}

extension CognitoUserPool: FlowService {
    /// Performs a flow's request in the same way as an API client's.
    public func call(_ request: FlowRequest) async -> FlowReply {
        await respond(to: request.operation, WireForm.encodedRequest(request.body)).flowReply
    }
}
