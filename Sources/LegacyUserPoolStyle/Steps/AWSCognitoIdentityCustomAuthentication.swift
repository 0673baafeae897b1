import CognitoFlows
public import FlowCore
import FlowRuntime

/// Answers the challenges of the pool's own triggers.
public protocol AWSCognitoIdentityCustomAuthentication: AnyObject {
    /// Asks; the answer goes to the source, at once or later. The first time, before any request, there are no
    /// parameters.
    func getCustomChallengeDetails(
        _ authenticationInput: AWSCognitoIdentityCustomAuthenticationInput,
        customAuthCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityCustomChallengeDetails>)
    /// Tells how it went.
    func didCompleteStepWithError(_ error: (any Error)?)
}

/// The challenge.
public final class AWSCognitoIdentityCustomAuthenticationInput: Sendable {
    /// What the trigger tells the client.
    public let challengeParameters: [String: String]

    /// An input, for tests of hosts too.
    public init(challengeParameters: [String: String]) {
        self.challengeParameters = challengeParameters
    }
}

/// The answer to a challenge; at the beginning what the first request carries.
public final class AWSCognitoIdentityCustomChallengeDetails: Redacted {
    /// The responses; `USERNAME` among them names the user.
    public var challengeResponses: [String: String]
    /// At the beginning: `SRP_A` if the password comes first.
    public var initialChallengeName: String?
    /// At the beginning: `ValidationData` for the pool's pre sign-in trigger.
    public var validationData: [AWSCognitoIdentityUserAttributeType]?
    /// ClientMetadata for the pool's triggers.
    public var clientMetaData: [String: String]?

    /// Creates an answer.
    public init(challengeResponses: [String: String]) {
        self.challengeResponses = challengeResponses
    }
}

extension StepCallbacks {
    /// The pool's own challenges.
    static let custom = StepCallbacks(
        starts: ["startCustomAuthentication", "startCustomAuthentication_v2"], question: "getCustomChallengeDetails",
        finish: "didCompleteCustomAuthenticationStepWithError",
        ask: { (object: any AWSCognitoIdentityCustomAuthentication, step, source) in
            let input = AWSCognitoIdentityCustomAuthenticationInput(
                challengeParameters: step.map("challengeParameters"))
            object.getCustomChallengeDetails(input, customAuthCompletionSource: source)
        },
        answer: { (given: AWSCognitoIdentityCustomChallengeDetails) in
            .inputs([
                "challengeResponses": .map(given.challengeResponses),
                "detailsUsername": .text(given.challengeResponses["USERNAME"]),
                "initialChallengeName": .text(given.initialChallengeName),
                "validationData": .map(given.validationData?.byName), "clientMetadata": .map(given.clientMetaData),
            ])
        },
        tell: { $0.didCompleteStepWithError($1) })
}
