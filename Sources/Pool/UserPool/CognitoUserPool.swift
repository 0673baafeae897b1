import CognitoWire
public import FlowCore
public import FlowRuntime

/// An in-process user pool that verifies passwords, codes, devices and passkeys.
///
/// It implements the operations ``operationNames`` of Amazon Cognito's user pools API (JSON 1.1), including SRP and
/// sessions that rotate and expire. Use it for tests and experiments, not for a product's users.
public actor CognitoUserPool: Redacted {
    /// The pool's configuration.
    public nonisolated let configuration: PoolConfiguration
    /// Whether the pool started without a stored state.
    ///
    /// It is determined under the file's lock, so that only one of two concurrent starts is the first.
    package nonisolated let isNew: Bool
    /// The issuer of the tokens.
    public var issuer: String { machine.issuer }
    private let environment: PoolEnvironment
    /// The file that stores the state; nil for an in-memory pool.
    private let file: PoolFile?
    /// The pool as a value. Only ``perform(_:)`` changes its state, so the file never contains half of a turn's
    /// changes.
    private var machine: Pool

    /// Creates an in-memory pool without users.
    /// - Parameters:
    ///   - configuration: the app clients and settings; numbers outside their range are clamped.
    ///   - environment: the clock, the random source, and the delivery of codes.
    ///   - triggers: the triggers of custom sign-in; nil disables it.
    public init(
        _ configuration: PoolConfiguration = PoolConfiguration(), environment: PoolEnvironment = PoolEnvironment(),
        triggers: CustomAuthTriggers? = nil
    ) {
        machine = Pool(configuration, environment, triggers)
        self.configuration = machine.configuration
        self.environment = environment
        file = nil
        isNew = true
    }

    /// Creates a pool that is stored in a file, which the first change creates.
    ///
    /// The pool locks a second file with the suffix `.lock`, so that no other pool on this computer can use the file.
    /// It also removes the temporary files of a pool that was killed.
    /// - Parameters:
    ///   - path: the path of the file. Each change replaces the file atomically, and only the file's owner may read it.
    ///   - configuration: the app clients and settings, which the file does not store, except the pool's id; numbers
    ///     outside their range are clamped.
    ///   - environment: the clock, the random source, and the delivery of codes.
    ///   - triggers: the triggers of custom sign-in; nil disables it.
    /// - Throws: an error if the file cannot be read, written or locked, is not a pool's file, is that of a pool with
    ///   another name, or is in use by another pool.
    public init(
        file path: String, _ configuration: PoolConfiguration = PoolConfiguration(),
        environment: PoolEnvironment = PoolEnvironment(), triggers: CustomAuthTriggers? = nil
    ) throws(PoolFileFailure) {
        let file = try PoolFile(path)
        let stored = try file.read()
        // With another name, every stored password would be wrong.
        if let id = stored?.poolID, PoolConfiguration.poolName(of: id) != configuration.poolName {
            throw .otherPool(path: path, id: id)
        }
        machine = Pool(configuration, environment, triggers, stored: stored)
        self.configuration = machine.configuration
        self.environment = environment
        self.file = file
        isNew = stored == nil
    }

    /// The names of the API operations that the pool implements, sorted.
    public static var operationNames: [String] { PoolOperation.all.keys.sorted() }

    /// The names of the operations for administrators, which must be signed with AWS credentials.
    public static let administratorOperationNames: Set<String> = Set(
        PoolOperation.all.filter { $0.value.isAdministrative }.keys)

    package static func implements(operation: String) -> Bool { PoolOperation.all[operation] != nil }

    /// Performs an API operation.
    /// - Parameters:
    ///   - operation: the operation's name, such as `InitiateAuth`.
    ///   - body: the request's raw body.
    /// - Returns: the response, which reports any error.
    public func respond(to operation: String, _ body: [UInt8]) async -> PoolReply {
        var outcome = perform { $0.start(operation, body, at: $1) }
        while true {
            switch outcome {
            case .reply(let reply): return reply
            case .wait(let work):
                let request = await work()
                outcome = perform { $0.resume(request, at: $1) }
            }
        }
    }

    /// Adds a user, who replaces any user with the same username or `sub`.
    /// - Parameter seed: the user to add, with the password in plain text.
    /// - Throws: an error if the user is invalid or cannot be stored; the pool is then unchanged.
    public func add(_ seed: PoolUserSeed) throws(PoolSeedFailure) { try add([seed]) }

    /// Adds users atomically. Each replaces any user with the same username or `sub`.
    /// - Parameter seeds: the users to add; of two with the same username or `sub`, the last.
    /// - Throws: an error if a user is invalid or cannot be stored; the pool is then unchanged.
    public func add(_ seeds: [PoolUserSeed]) throws(PoolSeedFailure) {
        let outcome = try perform { machine, now throws(PoolSeedFailure) in try machine.add(seeds, at: now) }
        if case .reply(let reply) = outcome, reply.errorType == nil { return }
        throw PoolSeedFailure("the pool's file cannot be written")
    }

    /// Sets the issuer of future tokens; by default it is Amazon Cognito's URL for the pool's id.
    public func setIssuer(_ issuer: String) { machine.issuer = issuer }

    /// Returns the public keys of the pool's tokens as a JSON Web Key Set (RFC 7517).
    ///
    /// A server publishes them at `/POOL-ID/.well-known/jwks.json`.
    /// - Returns: the JSON, with no keys if they cannot be loaded or stored.
    public func keySet() -> [UInt8] {
        guard case .reply(let reply) = perform({ $0.keySet(at: $1) }), reply.errorType == nil else {
            return Array(#"{"keys":[]}"#.utf8)
        }
        return Array(reply.body.jsonText.utf8)
    }

    /// Lets the machine take a turn at the current time, and performs the turn's actions: stores the changes, and then
    /// sends the messages. Does not suspend, so undoing a turn cannot undo the changes of another request.
    /// - Returns: the turn's outcome, or the reply `notStored` if the changes cannot be stored.
    private func perform<Failure: Error>(
        _ takeTurn: (inout Pool, Int64) throws(Failure) -> PoolTurn
    ) throws(Failure) -> PoolTurn.Outcome {
        // Without a file nothing can fail, so no copy is needed.
        let before = file == nil ? nil : machine.state
        let turn = try takeTurn(&machine, environment.now())
        for action in turn.actions {
            switch action {
            case .send(let message): environment.deliver(message)
            case .store(let isUndoable):
                do throws(PoolFileFailure) {
                    try file?.save(machine.state)
                } catch {
                    if isUndoable, let before { machine.restore(before) }
                    return .reply(PoolReply(.notStored))
                }
            }
        }
        return turn.outcome
    }
}

extension CognitoUserPool: FlowService {
    /// Performs a flow's request in the same way as an API client's, and returns the reply.
    public func call(_ request: FlowRequest) async -> FlowReply {
        await respond(to: request.operation, WireForm.encodedRequest(request.body)).flowReply
    }
}
