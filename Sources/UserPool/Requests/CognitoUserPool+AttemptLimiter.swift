extension CognitoUserPool {
    /// The attempts for a user, or for a name without one.
    func trials(_ id: String?, _ name: String) -> AttemptLimiter {
        guard let id else { return state.strangers[Self.key(ofSession: name)] ?? AttemptLimiter() }
        return state.users[id]?.trials ?? AttemptLimiter()
    }

    /// Changes the attempts for a user, or for a name without one.
    func changeAttempts(_ id: String?, _ name: String, _ change: (inout AttemptLimiter) -> Void) {
        if let id {
            state.change(id) { change(&$0.trials) }
        } else {
            state.changeStranger(Self.key(ofSession: name), at: now, change)
        }
    }

    /// Throws after too many wrong passwords, also for names without a user.
    func checkPasswordAttempts(_ id: String?, _ name: String) throws(PoolError) {
        if trials(id, name).passwords.isClosed(at: now) { throw .tooManyPasswords }
    }

    /// Counts a wrong password.
    func countWrongPassword(_ id: String?, _ name: String) {
        let (now, limit) = (now, configuration.passwordAttempts)
        changeAttempts(id, name) { $0.passwords.fail(at: now, limit: limit) }
    }

    /// Counts a wrong code.
    ///
    /// Requesting a new code does not reset the count: after too many errors the user waits, whatever is requested.
    func countWrongCode(_ id: String?, _ name: String) {
        let (now, limit) = (now, configuration.codeAttempts + 1)
        changeAttempts(id, name) { $0.codes.fail(at: now, limit: limit) }
    }
}
