import CognitoHandlers
import FlowCore
import FlowRuntime

/// A pool as a value: requests go in, and replies and actions come out.
///
/// A request takes one or more turns. A turn gets the time and random numbers, and never waits. Between two turns, a
/// request waits for computations and triggers, and other requests take turns. Copies of a pool are independent, so a
/// test can try the turns of several requests in every order.
package struct Pool: Sendable {
    /// The length of the key from which responses for unknown users are derived.
    private static let disguiseKeyByteCount = 32

    let configuration: PoolConfiguration
    let triggers: CustomAuthTriggers?
    let random: CognitoRandom
    var issuer: String
    /// The users, sessions, tokens and groups, which the pool's file contains.
    var state: PoolState { didSet { hasChanged = true } }
    /// The keys of access and ID tokens. They differ, so that an ID token cannot be used as an access token.
    var keys: (access: TokenKey, identity: TokenKey)
    /// The storage keys of the sessions whose answers are being verified. A second answer to one of them is rejected.
    var sessionsInUse: Set<String> = []

    /// The time of the current turn, in seconds since 1970.
    private(set) var now: Int64 = 0
    private var messages: [PoolMessage] = []
    /// Whether the current turn has changed the state.
    private var hasChanged = false

    /// Creates a pool with a stored state, or without users if `stored` is nil.
    init(
        _ configuration: PoolConfiguration, _ environment: PoolEnvironment, _ triggers: CustomAuthTriggers?,
        stored: PoolState?
    ) {
        self.configuration = configuration.clamped()
        self.triggers = triggers
        random = environment.random
        issuer = configuration.defaultIssuer
        keys = (TokenKey(environment.signingKey), TokenKey(environment.identitySigningKey))
        state =
            stored
            ?? PoolState(poolID: configuration.poolID, disguiseKey: environment.random(Self.disguiseKeyByteCount))
    }

    /// Creates a pool without users.
    package init(
        _ configuration: PoolConfiguration, _ environment: PoolEnvironment, _ triggers: CustomAuthTriggers? = nil
    ) {
        self.init(configuration, environment, triggers, stored: nil)
    }

    // MARK: Turns

    /// Takes the first turn of a request: an operation's name, such as `InitiateAuth`, and the raw body.
    package mutating func start(_ name: String, _ body: [UInt8], at now: Int64) -> PoolTurn {
        guard let operation = PoolOperation.all[name] else {
            return .rejection("UnknownOperationException", "The pool does not implement this operation")
        }
        guard let json = JSONValue(json: body), case .object = json else {
            return .rejection("SerializationException", "The body is not a JSON object")
        }
        return turn(of: name, at: now) { pool throws(PoolError) in try operation.start(PoolInput(json), &pool) }
    }

    /// Takes the next turn of a request, with the result of its work.
    package mutating func resume(_ request: PoolTurn.Waiting, at now: Int64) -> PoolTurn {
        turn(of: request.operation, at: now, request.resume)
    }

    /// Takes a turn that adds users. Each replaces any user with the same username or `sub`.
    /// - Throws: an error if a user is invalid; the pool is then unchanged.
    package mutating func add(_ seeds: [PoolUserSeed], at now: Int64) throws(PoolSeedFailure) -> PoolTurn {
        var users: [PoolUser] = []
        for seed in seeds { users.append(try PoolUser(seed, configuration: configuration, at: now, random: random)) }
        // This turn belongs to no operation of the API, so it has no name.
        return turn(of: "", at: now) { pool in
            for user in users { pool.state.insert(user) }
            return .done([:])
        }
    }

    /// Takes a turn whose reply is the public keys of the tokens as a JSON Web Key Set (RFC 7517). It creates missing
    /// keys.
    mutating func keySet(at now: Int64) -> PoolTurn {
        // This turn belongs to no operation of the API, so it has no name.
        turn(of: "", at: now) { pool throws(PoolError) in
            let (access, identity) = try pool.makeSigners()
            return .done(["keys": [identity.webKey, access.webKey]])
        }
    }

    /// Undoes the changes of a turn that could not be stored.
    mutating func restore(_ state: PoolState) { self.state = state }

    /// Takes a turn of a request, and returns its outcome and the actions that must follow.
    private mutating func turn(
        of operation: String, at now: Int64,
        _ part: (inout Pool) throws(PoolError) -> PoolStep<JSONValue>
    ) -> PoolTurn {
        self.now = now
        hasChanged = false
        messages = []
        do throws(PoolError) {
            let step = try part(&self)
            let actions = (hasChanged ? [.store(isUndoable: true)] : []) + messages.map(PoolTurn.Action.send)
            switch step {
            case .done(let json): return PoolTurn(outcome: .reply(PoolReply(json)), actions: actions)
            case .wait(let work):
                return PoolTurn(
                    outcome: .wait { PoolTurn.Waiting(operation: operation, resume: await work()) }, actions: actions)
            }
        } catch {
            // A failed turn changes only what its failure causes, such as counts. These changes remain even if they
            // cannot be stored.
            return PoolTurn(
                outcome: .reply(PoolReply(error.documented(for: operation))),
                actions: hasChanged ? [.store(isUndoable: false)] : [])
        }
    }

    // MARK: Help for operations

    /// Sends a message once the turn's changes are stored.
    mutating func send(_ message: PoolMessage) { messages.append(message) }

    /// Generates a text that cannot be guessed, for a session or for a refresh token. Its prefix has no meaning.
    func makeToken() -> String {
        let byteCount = 64
        return "session-" + Hex.text(random(byteCount))
    }

    /// Returns the work that computes the record of a user's password. The work takes milliseconds.
    func passwordRecord(of password: String, for username: String) -> @Sendable () -> PasswordRecord {
        let identity = configuration.srpIdentity(of: username)
        let random = random
        return { PasswordRecord(password, of: identity, random: random) }
    }

    /// Stores a challenge under `session`, or under a new random session if it is nil. Returns the session.
    ///
    /// A challenge whose answer is an SRP proof expires after the pool's `proofSeconds`. Any other challenge expires
    /// after the `sessionMinutes` of its app client.
    mutating func openSession(_ kind: ChallengeKind, _ signIn: SignIn, session: String? = nil) -> String {
        let session = session ?? makeToken()
        // The app client of a stored sign-in may be missing from the configuration.
        let client = configuration.client(withID: signIn.clientID) ?? PoolClient()
        let validity = kind.exchange == nil ? client.sessionSeconds : configuration.proofSeconds
        state.sessions[PoolState.storageKey(of: session)] = PendingChallenge(
            kind: kind, signIn: signIn, expiresAt: now + validity)
        return session
    }
}
