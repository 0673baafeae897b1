import FlowCore

/// The implementation of an API operation.
struct PoolOperation: Sendable {
    /// Starts a request.
    typealias Start<Result> = @Sendable (PoolInput, inout Pool) throws(PoolError) -> Result
    /// Performs a request that concerns a user.
    typealias UserStart = @Sendable (PoolUser, PoolInput, inout Pool) throws(PoolError) -> JSONValue

    /// Whether only administrators may perform it.
    let isAdministrative: Bool
    /// Takes the first turn of a request.
    let start: Start<PoolStep<JSONValue>>

    /// The operations by name.
    static let all: [String: PoolOperation] = [
        SignInOperations.all, SignUpOperations.all, PasswordOperations.all, RefreshOperations.all,
        SoftwareTokenOperations.all, MFAPreferences.all, AttributeOperations.all, DeviceOperations.all,
        PasskeyOperations.all, AccountDescriptions.all, AdminOperations.all, GroupOperations.all,
        PoolDescriptions.all,
    ].reduce(into: [:]) { $0.merge($1) { $1 } }

    /// An operation that takes several turns.
    static func turns(_ start: @escaping Start<PoolStep<JSONValue>>, isAdministrative: Bool = false) -> PoolOperation {
        PoolOperation(isAdministrative: isAdministrative, start: start)
    }

    /// An operation that takes a single turn.
    static func turn(_ reply: @escaping Start<JSONValue>) -> PoolOperation {
        turns { input, pool throws(PoolError) in .done(try reply(input, &pool)) }
    }

    /// An operation of a signed-in user, whom the access token identifies.
    static func signedIn(_ reply: @escaping UserStart) -> PoolOperation {
        turn { input, pool throws(PoolError) in try reply(try pool.authorize(input).user, input, &pool) }
    }

    /// An operation that only administrators may perform, and that takes a single turn.
    static func administrative(_ reply: @escaping Start<JSONValue>) -> PoolOperation {
        let start: Start<PoolStep<JSONValue>> = { input, pool throws(PoolError) in
            try pool.configuration.checkPool(input)
            return .done(try reply(input, &pool))
        }
        return turns(start, isAdministrative: true)
    }

    /// An operation of an administrator on the user whom the request names.
    static func administered(_ reply: @escaping UserStart) -> PoolOperation {
        administrative { input, pool throws(PoolError) in
            try reply(try pool.administeredUser(in: input), input, &pool)
        }
    }
}
