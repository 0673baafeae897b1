import UserPool

/// A custom sign-in whose right answer is "right".
enum Riddle {
    /// - Parameters:
    ///   - count: how many right answers it takes; a wrong one is asked again.
    ///   - afterPassword: whether the password comes first.
    /// - Returns: the triggers.
    static func triggers(asking count: Int, afterPassword: Bool = false) -> CustomAuthTriggers {
        CustomAuthTriggers(
            define: { request in
                let rounds = request.session
                if afterPassword, !rounds.contains(where: { $0.challengeName == "PASSWORD_VERIFIER" }) {
                    return .challenge("PASSWORD_VERIFIER")
                }
                let right = rounds.count { $0.challengeName == "CUSTOM_CHALLENGE" && $0.challengeResult }
                return right >= count ? .issueTokens : .challenge("CUSTOM_CHALLENGE")
            },
            create: { _, _ in CreatedChallenge(publicParameters: ["riddle": "1+1"], privateParameters: ["a": "right"])
            },
            verify: { _, hidden, answer in
                if answer == "throw" { throw TriggerFailure("thrown") }
                return answer == hidden["a"]
            })
    }
}
