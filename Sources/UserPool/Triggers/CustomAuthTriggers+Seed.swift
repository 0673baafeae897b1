import CognitoHandlers
import FlowCore

extension CustomAuthTriggers {
    /// The triggers that a seed can name.
    private enum BuiltIn: String, CaseIterable {
        case emailCode = "email-code"
        case passwordThenWord = "password-then-word"
    }

    /// Creates the triggers that a seed names in `customAuth`.
    /// - Returns: nil if the seed names none.
    init?(_ reader: SeedReader) throws(PoolSeedFailure) {
        guard reader.hasMember("customAuth") else { return nil }
        var builtIn = BuiltIn.emailCode
        try reader.read("customAuth", &builtIn)
        switch builtIn {
        case .emailCode: self = .emailCode()
        case .passwordThenWord: self = .passwordThenWord
        }
    }

    /// Returns triggers that ask for an emailed code instead of a password.
    ///
    /// The code stays the same for all attempts, and the sign-in fails after `attempts` wrong answers. The public
    /// parameter `email` is the masked address, which is invented for a user who has none.
    public static func emailCode(attempts: Int = 3) -> CustomAuthTriggers {
        CustomAuthTriggers(
            define: { request in
                let rounds = request.session.filter { $0.challengeName == "CUSTOM_CHALLENGE" }
                if rounds.last?.challengeResult == true { return .issueTokens }
                return rounds.count < attempts ? .challenge("CUSTOM_CHALLENGE") : .fail
            },
            create: { request, _ in
                let sentCode = request.session.last { $0.challengeName == "CUSTOM_CHALLENGE" }?.challengeMetadata
                let code = sentCode ?? CognitoRandom.system.code()
                return CreatedChallenge(
                    publicParameters: [
                        "email": Mask.emailAddress(request.userAttributes["email"] ?? request.username + "@example.com")
                    ],
                    privateParameters: ["code": code], metadata: code, message: sentCode == nil ? code : nil)
            },
            verify: { request, privateParameters, answer in
                guard !request.userNotFound, let code = privateParameters["code"] else { return false }
                return ConstantTime.isSame(code, answer)
            })
    }

    /// Triggers that verify the password with SRP, and then ask once for the word `open sesame`.
    public static let passwordThenWord = CustomAuthTriggers(
        define: { request in
            // The pool adds rounds for second factors and devices, which these triggers ignore.
            let ownChallenges = ["SRP_A", "PASSWORD_VERIFIER", "CUSTOM_CHALLENGE"]
            let rounds = request.session.filter { ownChallenges.contains($0.challengeName) }
            return switch rounds.map(\.challengeName) {
            case ["SRP_A"]: .challenge("PASSWORD_VERIFIER")
            case ["SRP_A", "PASSWORD_VERIFIER"]: .challenge("CUSTOM_CHALLENGE")
            case ownChallenges: rounds.last?.challengeResult == true ? .issueTokens : .fail
            default: .fail
            }
        },
        create: { _, _ in
            CreatedChallenge(publicParameters: ["question": "The word?"], privateParameters: ["word": "open sesame"])
        },
        verify: { _, privateParameters, answer in privateParameters["word"] == answer })
}
