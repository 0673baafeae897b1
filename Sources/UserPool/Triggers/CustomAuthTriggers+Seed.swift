import CognitoHandlers
import FlowCore

extension CustomAuthTriggers {
    /// Triggers that a seed can name.
    private enum Named: String, CaseIterable {
        case emailCode = "email-code"
        case passwordThenWord = "password-then-word"
    }

    /// The triggers that a seed names as `customAuth`, if any.
    init?(_ reader: SeedReader) throws(PoolSeedFailure) {
        guard reader.has("customAuth") else { return nil }
        var named = Named.emailCode
        try reader.read("customAuth", &named)
        switch named {
        case .emailCode: self = .emailCode()
        case .passwordThenWord: self = .passwordThenWord
        }
    }

    /// Triggers that ask for an emailed code instead of a password.
    ///
    /// The code is the same in each attempt, and `email` holds its masked destination.
    /// - Parameter attempts: the number of attempts.
    /// - Returns: the triggers.
    public static func emailCode(attempts: Int = 3) -> CustomAuthTriggers {
        CustomAuthTriggers(
            define: { request in
                let tries = request.session.filter { $0.challengeName == "CUSTOM_CHALLENGE" }
                if tries.last?.challengeResult == true { return .issueTokens }
                return tries.count < attempts ? .challenge("CUSTOM_CHALLENGE") : .fail
            },
            create: { request, _ in
                let before = request.session.last { $0.challengeName == "CUSTOM_CHALLENGE" }?.challengeMetadata
                let code = before ?? CognitoRandom.system.code()
                return CreatedChallenge(
                    publicParameters: [
                        "email": Mask.address(request.userAttributes["email"] ?? request.username + "@example.com")
                    ],
                    privateParameters: ["code": code], metadata: code, message: before == nil ? code : nil)
            },
            verify: { request, hidden, answer in
                !request.userNotFound && hidden["code"].map { ConstantTime.isSame($0, answer) } ?? false
            })
    }

    /// Triggers that require SRP, then the word `open sesame`, in one attempt.
    public static let passwordThenWord = CustomAuthTriggers(
        define: { request in
            // The pool handles second factors and devices itself.
            let own = ["SRP_A", "PASSWORD_VERIFIER", "CUSTOM_CHALLENGE"]
            let session = request.session.filter { own.contains($0.challengeName) }
            return switch session.map(\.challengeName) {
            case ["SRP_A"]: .challenge("PASSWORD_VERIFIER")
            case ["SRP_A", "PASSWORD_VERIFIER"]: .challenge("CUSTOM_CHALLENGE")
            case own: session[2].challengeResult ? .issueTokens : .fail
            default: .fail
            }
        },
        create: { _, _ in
            CreatedChallenge(publicParameters: ["question": "The word?"], privateParameters: ["word": "open sesame"])
        },
        verify: { _, hidden, answer in hidden["word"] == answer })
}
