import CognitoHandlers

/// A promise of the token cache that a state breaks.
struct TokenPromiseBroken: Error {
    let promise: String
}

/// What happened to the sign-ins of a world, by their origins: the numbers of the operations that they are.
struct TokenFacts: Hashable {
    /// Who signed in; empty for other operations.
    var users: [String] = []
    /// The request whose tokens the service accepts.
    var latest = [Int](repeating: 0, count: 8)
    /// The request that was begun last.
    var requested = [Int](repeating: 0, count: 8)
    /// The first request whose access token may be stored after a session was dropped.
    var valid = [Int](repeating: 0, count: 8)
    /// Those whose user has signed out.
    var dead = TokenModel.Origins()
    /// Those whose refresh token may be lost: a process was killed, a lease ran out, or an earlier store was put back.
    var excused = TokenModel.Origins()
    /// The sign-in that stands for each user, where it is certain.
    var standing: [String: Int] = [:]

    func isExcused(_ origin: Int) -> Bool { excused.contains(.of(origin)) }

    func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws(TokenPromiseBroken) {
        if !condition { throw TokenPromiseBroken(promise: promise()) }
    }

    /// An operation that changes who is signed in has begun: until it has ended it is not certain.
    mutating func begin(_ kind: TokenModel.Active.Kind, isAlone: Bool) {
        switch kind {
        case .signIn(let name, _) where !isAlone: standing[name] = nil
        case .signOut(let name?) where !isAlone: standing[name] = nil
        case .signIn, .signOut, .signOutAll: standing = [:]
        case .begin, .end, .dropSession, .forgetLastUser: break
        }
    }

    /// The refreshes of a killed process, and the tokens that it has in memory, are lost.
    mutating func excuse(_ process: TokenModel.Process) {
        for case .refresh(_, _, let tokens, _) in process.calls { excused.insert(.of(TokenModel.parts(tokens).origin)) }
        for unsaved in process.state.unsaved.values { excused.insert(.of(TokenModel.parts(unsaved.tokens).origin)) }
        if let active = process.active {
            if case .end(_, _, .tokens(let tokens)) = active.kind {
                excused.insert(.of(TokenModel.parts(tokens).origin))
            }
        }
    }

    /// An earlier store stands again.
    mutating func restored(_ stored: [CognitoTokens], operations: Int) {
        excused = TokenModel.Origins(rawValue: 1 << UInt32(operations) - 1)
        standing = [:]
        for tokens in stored {
            let origin = TokenModel.parts(tokens).origin
            dead.remove(.of(origin))
            valid[origin] = 0
        }
    }
}
