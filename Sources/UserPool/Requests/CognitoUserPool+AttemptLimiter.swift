extension CognitoUserPool {
    /// Returns the attempts of the user whose `sub` is `id`.
    ///
    /// If `id` is nil, no user has the name, and the attempts are those with the name.
    func attempts(of id: String?, named name: String) -> AttemptLimiter {
        guard let id else { return state.unknownUserAttempts[Self.storageKey(of: name)] ?? AttemptLimiter() }
        return state.users[id]?.trials ?? AttemptLimiter()
    }

    /// Changes the attempts of the user whose `sub` is `id`.
    ///
    /// If `id` is nil, no user has the name, and the attempts are those with the name.
    func changeAttempts(of id: String?, named name: String, _ change: (inout AttemptLimiter) -> Void) {
        if let id {
            state.changeUser(id) { change(&$0.trials) }
        } else {
            state.changeAttemptsOfUnknownUser(Self.storageKey(of: name), at: now, change)
        }
    }

    /// Checks that passwords are not rejected for now because of too many wrong ones.
    ///
    /// If `id` is nil, no user has the name, and the attempts are those with the name.
    /// - Throws: `NotAuthorizedException` if they are.
    func checkPasswordAttempts(of id: String?, named name: String) throws(PoolError) {
        if attempts(of: id, named: name).passwords.isBlocking(at: now) { throw .tooManyPasswords }
    }

    /// Counts a wrong password for the user whose `sub` is `id`, or for the name if `id` is nil.
    func countWrongPassword(of id: String?, named name: String) {
        let (time, limit) = (now, configuration.passwordAttempts)
        changeAttempts(of: id, named: name) { $0.passwords.recordFailure(at: time, limit: limit) }
    }

    /// Counts a wrong code for the user whose `sub` is `id`, or for the name if `id` is nil.
    ///
    /// Requesting a new code does not reset the count.
    func countWrongCode(of id: String?, named name: String) {
        // A session or a sent code permits `codeAttempts` wrong codes. Only a further one makes the user wait.
        let (time, limit) = (now, configuration.codeAttempts + 1)
        changeAttempts(of: id, named: name) { $0.codes.recordFailure(at: time, limit: limit) }
    }
}
