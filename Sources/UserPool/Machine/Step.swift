/// How far a request got in a turn.
enum Step<Value: Sendable, Failure: Error>: Sendable {
    /// The next turn of a request that waited.
    typealias Resumption = @Sendable (inout Pool) throws(Failure) -> Step

    /// The request is done.
    case done(Value)
    /// The request waits for work outside the machine, while other requests run.
    ///
    /// The work is a computation of some milliseconds, or a trigger.
    case wait(@Sendable () async -> Resumption)

    /// Waits for work, and continues with its result.
    static func work<Output: Sendable>(
        _ work: @escaping @Sendable () async -> Output,
        then next: @escaping @Sendable (Output, inout Pool) throws(Failure) -> Step
    ) -> Step {
        .wait {
            let output = await work()
            return { pool throws(Failure) in try next(output, &pool) }
        }
    }

    /// Continues with the value, in this turn or in the one that has it.
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

    /// Starts a part of a request. In every turn of this part, `handler` converts errors.
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

/// How far a request got that reports the API's errors.
typealias PoolStep<Value: Sendable> = Step<Value, PoolError>
