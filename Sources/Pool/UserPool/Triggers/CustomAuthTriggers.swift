import CognitoHandlers
public import FlowCore

/// The three triggers of custom sign-in, which are Lambda functions on Amazon Cognito.
///
/// If a trigger throws a ``TriggerFailure``, the client receives `UserLambdaValidationException` with its message. For
/// any other error, the client receives `UnexpectedLambdaException` without details.
public struct CustomAuthTriggers: Sendable, Redacted {
    /// Decides the next step: `DefineAuthChallenge`.
    public var define: @Sendable (TriggerRequest) async throws -> ChallengeDecision
    /// Creates the challenge with the given name: `CreateAuthChallenge`.
    public var create: @Sendable (TriggerRequest, _ challengeName: String) async throws -> CreatedChallenge
    /// Returns whether an answer is correct, given the private parameters: `VerifyAuthChallengeResponse`.
    public var verify:
        @Sendable (TriggerRequest, _ privateParameters: [String: String], _ answer: String) async throws -> Bool

    /// Creates triggers from closures.
    public init(
        define: @escaping @Sendable (TriggerRequest) async throws -> ChallengeDecision,
        create: @escaping @Sendable (TriggerRequest, _ challengeName: String) async throws -> CreatedChallenge,
        verify:
            @escaping @Sendable (
                TriggerRequest, _ privateParameters: [String: String], _ answer: String
            ) async throws -> Bool
    ) {
        self.define = define
        self.create = create
        self.verify = verify
    }
}

/// The input common to all custom sign-in triggers.
public struct TriggerRequest: Sendable, Redacted {
    /// The username.
    public let username: String
    /// The user's attributes; empty for an unknown user.
    public let userAttributes: [String: String]
    /// The rounds so far, oldest first.
    public let session: [ChallengeRound]
    /// `ClientMetadata` of `RespondToAuthChallenge`; empty during `InitiateAuth`.
    public let clientMetadata: [String: String]
    /// Whether the user does not exist and the app client hides that.
    public let userNotFound: Bool
}

/// One round of a custom sign-in, an entry of `session` in trigger requests.
public struct ChallengeRound: Sendable, Codable, Equatable, Redacted {
    /// The challenge, such as `SRP_A` or `CUSTOM_CHALLENGE`.
    public let challengeName: String
    /// Whether the user passed the challenge.
    public let challengeResult: Bool
    /// The metadata that `CreateAuthChallenge` set for later rounds.
    public let challengeMetadata: String?

    /// Creates a round.
    public init(challengeName: String, challengeResult: Bool, challengeMetadata: String? = nil) {
        self.challengeName = challengeName
        self.challengeResult = challengeResult
        self.challengeMetadata = challengeMetadata
    }
}

/// The result of the trigger `DefineAuthChallenge`.
public enum ChallengeDecision: Sendable, Equatable, Redacted {
    /// The sign-in is complete.
    case issueTokens
    /// The sign-in fails.
    case fail
    /// The pool issues the challenge with this name: `CUSTOM_CHALLENGE`, or `PASSWORD_VERIFIER` after `SRP_A`.
    case challenge(String)
}

/// The result of the trigger `CreateAuthChallenge`.
public struct CreatedChallenge: Sendable, Equatable, Redacted {
    /// Parameters for the client.
    public var publicParameters: [String: String]
    /// Parameters that only `VerifyAuthChallengeResponse` receives.
    public var privateParameters: [String: String]
    /// Metadata that the triggers receive in later rounds.
    public var metadata: String?
    /// A code that the pool emails to the user with the challenge.
    ///
    /// On Amazon Cognito, the trigger itself sends this email.
    public var message: String?

    /// Creates a challenge.
    public init(
        publicParameters: [String: String] = [:], privateParameters: [String: String] = [:], metadata: String? = nil,
        message: String? = nil
    ) {
        self.publicParameters = publicParameters
        self.privateParameters = privateParameters
        self.metadata = metadata
        self.message = message
    }
}

/// A trigger's rejection, whose message the client receives.
public struct TriggerFailure: Error, Sendable, Equatable {
    /// The message for the client.
    public let message: String

    /// Creates a failure with a message for the client.
    public init(_ message: String) {
        self.message = message
    }
}

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
    /// parameter `email` is the user's masked address. For a user without an address, the trigger invents one.
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
