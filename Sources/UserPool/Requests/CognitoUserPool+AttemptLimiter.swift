extension CognitoUserPool {
    /// Returns the pending codes and failed attempts of the user whose `sub` is `id`.
    ///
    /// If `id` is nil, the user is unknown, and the name identifies the attempts.
    func attemptLimiter(of id: String?, named name: String) -> AttemptLimiter {
        guard let id else { return state.unknownUserAttempts[Self.storageKey(of: name)] ?? AttemptLimiter() }
        return state.users[id]?.trials ?? AttemptLimiter()
    }

    /// Changes the pending codes and failed attempts of the user whose `sub` is `id`.
    ///
    /// If `id` is nil, the user is unknown, and the name identifies the attempts.
    func changeAttemptLimiter(of id: String?, named name: String, _ change: (inout AttemptLimiter) -> Void) {
        if let id {
            state.changeUser(id) { change(&$0.trials) }
        } else {
            state.changeAttemptLimiter(ofUnknownUser: Self.storageKey(of: name), at: now, change)
        }
    }

    /// Checks that the user whose `sub` is `id` may try a password now, or the unknown user `name` if `id` is nil.
    /// - Throws: `NotAuthorizedException` for a while after too many wrong passwords.
    func checkPasswordAttempts(of id: String?, named name: String) throws(PoolError) {
        if attemptLimiter(of: id, named: name).passwords.isBlocking(at: now) { throw .tooManyPasswords }
    }

    /// Counts a wrong password of the user whose `sub` is `id`, or of the unknown user `name` if `id` is nil.
    func countWrongPassword(of id: String?, named name: String) {
        let (time, limit) = (now, configuration.passwordAttempts)
        changeAttemptLimiter(of: id, named: name) { $0.passwords.recordFailure(at: time, limit: limit) }
    }

    /// Counts a wrong code of the user whose `sub` is `id`, or of the unknown user `name` if `id` is nil.
    ///
    /// Requesting a new code does not reset the count.
    func countWrongCode(of id: String?, named name: String) {
        // A session or a sent code permits `codeAttempts` wrong codes. Only a further one makes the user wait.
        let (time, limit) = (now, configuration.codeAttempts + 1)
        changeAttemptLimiter(of: id, named: name) { $0.codes.recordFailure(at: time, limit: limit) }
    }
}
