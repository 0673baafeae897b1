import FlowCore

/// A permanent password in place of a temporary one: the challenge `NEW_PASSWORD_REQUIRED`.
enum NewPassword {
    /// Creates the challenge `NEW_PASSWORD_REQUIRED`, with the attributes that the user must also set.
    static func begin(_ signIn: SignIn, _ user: PoolUser, _ pool: Pool) -> NewChallenge {
        let missing = pool.configuration.requiredAttributes.filter { !user.hasValue(for: $0) }
        return NewChallenge(
            .newPassword, signIn,
            [
                "USER_ID_FOR_SRP": user.username,
                "requiredAttributes": JSONValue.listText(missing.map { "userAttributes." + $0 }),
                "userAttributes": JSONValue.stringMap(user.attributes).jsonText,
            ])
    }

    /// Returns the verdict that sets a new password and the attributes in the answer.
    static func evaluate(_ response: ChallengeResponse, _ pool: Pool) throws(ChallengeRejection) -> ChallengeStep {
        // Another session may have set a permanent password since the challenge.
        guard let user = response.user, user.status == .mustChangePassword else { throw .fatal(.invalidSession) }
        let password = try response.required("NEW_PASSWORD")
        let attributes = response.answer.attributes
        try response.retryable { () throws(PoolError) in
            try pool.configuration.checkPasswordPolicy(password)
            try checkAttributes(attributes, of: user, pool)
        }
        return .work(pool.passwordRecord(of: password, for: user.username)) { record, pool throws(ChallengeRejection) in
            // Another request may have taken a sign-in name while the password was hashed.
            try response.retryable { () throws(PoolError) in
                try pool.checkSignInNamesAreAvailable(attributes, otherThan: user.id)
            }
            var verdict = Verdict(signIn: response.signIn)
            verdict.change = { user in
                user.setAttributes(attributes)
                user.setPassword(record)
            }
            verdict.recheck = { user, pool throws(PoolError) in
                guard user.status == .mustChangePassword else { throw .invalidSession }
                try pool.checkSignInNamesAreAvailable(attributes, otherThan: user.id)
            }
            return .done(verdict)
        }
    }

    /// Checks that the user may set the attributes, and that no required one is missing or changes an existing value.
    static func checkAttributes(_ attributes: [String: String], of user: PoolUser, _ pool: Pool) throws(PoolError) {
        try pool.configuration.checkWritable(attributes)
        try pool.checkSignInNamesAreAvailable(attributes, otherThan: user.id)
        for name in pool.configuration.requiredAttributes {
            let old = user.attributes[name] ?? ""
            guard let new = attributes[name] else {
                if old.isEmpty { throw .invalidParameter("Invalid attributes given, \(name) is missing") }
                continue
            }
            guard old.isEmpty || old == new else {
                throw .notAuthorized("Cannot modify the already provided \(name)")
            }
        }
    }
}
