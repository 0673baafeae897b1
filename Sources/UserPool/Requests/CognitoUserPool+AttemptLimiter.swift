extension CognitoUserPool {
    /// What was tried in the name of a user, or in a name that no user has.
    func trials(_ id: String?, _ name: String) -> AttemptLimiter {
        guard let id else { return state.strangers[Self.key(ofSession: name)] ?? AttemptLimiter() }
        return state.users[id]?.trials ?? AttemptLimiter()
    }

    /// Changes what was tried in the name of a user, or in a name that no user has.
    func changeAttempts(_ id: String?, _ name: String, _ change: (inout AttemptLimiter) -> Void) {
        if let id {
            state.change(id) { change(&$0.trials) }
        } else {
            state.changeStranger(Self.key(ofSession: name), at: now, change)
        }
    }

    /// Whether passwords are looked at now. Not for whoever tried too many; names that no user has close as well.
    func checkPasswordAttempts(_ id: String?, _ name: String) throws(PoolError) {
        if trials(id, name).passwords.isClosed(at: now) { throw .tooManyPasswords }
    }

    /// Counts a wrong password.
    func countWrongPassword(_ id: String?, _ name: String) {
        let (now, limit) = (now, configuration.passwordAttempts)
        changeAttempts(id, name) { $0.passwords.fail(at: now, limit: limit) }
    }

    /// Counts a wrong code. A new code is no new chance: whoever was wrong too often waits, whatever is asked for.
    func countWrongCode(_ id: String?, _ name: String) {
        let (now, limit) = (now, configuration.codeAttempts + 1)
        changeAttempts(id, name) { $0.codes.fail(at: now, limit: limit) }
    }
}
