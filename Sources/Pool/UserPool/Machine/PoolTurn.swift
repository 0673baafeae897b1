import FlowCore

/// The result of a turn: a reply or the work to wait for, and what to do first.
package struct PoolTurn: Sendable {
    /// How a turn ended.
    package enum Outcome: Sendable {
        /// The request is answered.
        case reply(PoolReply)
        /// The request waits for this work. Its next turn receives the result.
        case wait(@Sendable () async -> Waiting)
    }

    /// A request whose work is done, for ``Pool/resume(_:at:)``.
    package struct Waiting: Sendable {
        let operation: String
        let resume: PoolStep<JSONValue>.Resumption
    }

    /// What must happen outside the machine after a turn.
    package enum Action: Sendable {
        /// The state must be stored. If that fails, the reply is ``PoolError/notStored``, and no other action follows.
        ///
        /// If `isUndoable` is true, the turn's changes are then undone. If it is false, the turn has failed, and its
        /// changes are consequences of the failure, such as a count of attempts. They remain, and the next successful
        /// write includes them, so that an attacker who fills the disk gets no additional guesses. The attacker
        /// receives the same error for a right guess as for a wrong one.
        case store(isUndoable: Bool)
        /// The message must be sent.
        case send(PoolMessage)
    }

    package let outcome: Outcome
    package let actions: [Action]

    /// Creates the turn of a request whose operation is unknown, or whose body is not a JSON object.
    static func rejection(_ type: String, _ message: String) -> PoolTurn {
        PoolTurn(outcome: .reply(PoolReply(error: type, message)), actions: [])
    }
}

/// The implementation of an API operation.
struct PoolOperation: Sendable {
    typealias Start<Result> = @Sendable (PoolInput, inout Pool) throws(PoolError) -> Result
    /// Performs a request that concerns a user.
    typealias UserStart = @Sendable (PoolUser, PoolInput, inout Pool) throws(PoolError) -> JSONValue

    /// Whether only administrators may perform the operation.
    let isAdministrative: Bool
    /// Takes the first turn of a request.
    let start: Start<PoolStep<JSONValue>>

    /// All operations, by name. Each operation is in only one of the lists.
    static let all: [String: PoolOperation] = [
        SignInOperations.all, SignUpOperations.all, PasswordOperations.all, RefreshOperations.all,
        SoftwareTokenOperations.all, MFAPreferences.all, AttributeOperations.all, DeviceOperations.all,
        PasskeyOperations.all, AccountDescriptions.all, AdminOperations.all, GroupOperations.all,
        PoolDescriptions.all,
    ].reduce(into: [:]) { $0.merge($1) { $1 } }

    /// Returns an operation that may take several turns.
    static func turns(_ start: @escaping Start<PoolStep<JSONValue>>, isAdministrative: Bool = false) -> PoolOperation {
        PoolOperation(isAdministrative: isAdministrative, start: start)
    }

    /// Returns an operation that takes a single turn.
    static func turn(_ reply: @escaping Start<JSONValue>) -> PoolOperation {
        turns { input, pool throws(PoolError) in .done(try reply(input, &pool)) }
    }

    /// Returns an operation of a signed-in user, whom the access token identifies.
    static func signedIn(_ reply: @escaping UserStart) -> PoolOperation {
        turn { input, pool throws(PoolError) in try reply(try pool.authorize(input).user, input, &pool) }
    }

    /// Returns an operation that only administrators may perform, and that takes a single turn.
    static func administrative(_ reply: @escaping Start<JSONValue>) -> PoolOperation {
        let start: Start<PoolStep<JSONValue>> = { input, pool throws(PoolError) in
            try pool.configuration.checkPool(input)
            return .done(try reply(input, &pool))
        }
        return turns(start, isAdministrative: true)
    }

    /// Returns an operation of an administrator on the user whom the request names.
    static func administered(_ reply: @escaping UserStart) -> PoolOperation {
        administrative { input, pool throws(PoolError) in
            try reply(try pool.administeredUser(in: input), input, &pool)
        }
    }
}

/// The progress of a request, or of a part of it, after a turn.
enum Step<Value: Sendable, Failure: Error>: Sendable {
    /// The next turn of a request that waited.
    typealias Resumption = @Sendable (inout Pool) throws(Failure) -> Step

    case done(Value)
    /// The request waits for work outside the machine, while other requests run.
    ///
    /// The work is a computation of some milliseconds, or a trigger.
    case wait(@Sendable () async -> Resumption)

    /// Returns a step that waits for work, and continues with its result.
    static func work<Output: Sendable>(
        _ work: @escaping @Sendable () async -> Output,
        then next: @escaping @Sendable (Output, inout Pool) throws(Failure) -> Step
    ) -> Step {
        .wait {
            let output = await work()
            return { pool throws(Failure) in try next(output, &pool) }
        }
    }

    /// Returns the step that follows this one: `next` receives the value of this step, in this turn if the step is
    /// done, or else in the turn that completes it.
    func then<Next>(
        _ pool: inout Pool,
        _ next: @escaping @Sendable (Value, inout Pool) throws(Failure) -> Step<Next, Failure>
    ) throws(Failure) -> Step<Next, Failure> {
        switch self {
        case .done(let value): return try next(value, &pool)
        case .wait(let work):
            return .wait {
                let resume = await work()
                return { pool throws(Failure) in try resume(&pool).then(&pool, next) }
            }
        }
    }

    /// Starts a part of a request, and returns its progress. In every turn of this part, `handler` converts errors.
    static func start<Other: Error>(
        _ pool: inout Pool, _ part: (inout Pool) throws(Other) -> Step<Value, Other>,
        replacingErrors handler: @escaping @Sendable (Other, inout Pool) -> Failure
    ) throws(Failure) -> Step {
        do throws(Other) {
            switch try part(&pool) {
            case .done(let value): return .done(value)
            case .wait(let work):
                return .wait {
                    let resume = await work()
                    return { pool throws(Failure) in try start(&pool, resume, replacingErrors: handler) }
                }
            }
        } catch {
            throw handler(error, &pool)
        }
    }
}

/// The progress of a request that reports the API's errors.
typealias PoolStep<Value: Sendable> = Step<Value, PoolError>
