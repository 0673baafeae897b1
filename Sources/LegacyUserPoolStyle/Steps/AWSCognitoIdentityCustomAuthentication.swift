import CognitoFlows
public import FlowCore

/// Answers the pool's custom challenges.
public protocol AWSCognitoIdentityCustomAuthentication: AnyObject {
    /// Asks for an answer to the challenge. Set the result on the source, now or later.
    ///
    /// The first call comes before any request, so its challenge has no parameters.
    func getCustomChallengeDetails(
        _ authenticationInput: AWSCognitoIdentityCustomAuthenticationInput,
        customAuthCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityCustomChallengeDetails>)
    /// Reports how the step ended. The error is nil on success.
    func didCompleteStepWithError(_ error: (any Error)?)
}

/// A custom challenge of the pool.
public final class AWSCognitoIdentityCustomAuthenticationInput: Sendable, Redacted {
    /// The public challenge parameters from the pool's trigger; empty in the first call.
    public let challengeParameters: [String: String]

    /// Creates an input, for example in tests of the host.
    public init(challengeParameters: [String: String]) {
        self.challengeParameters = challengeParameters
    }
}

/// The answer to a challenge, or the data of the first request.
public final class AWSCognitoIdentityCustomChallengeDetails: Redacted {
    /// The responses to the challenge, by name. `USERNAME` names the user.
    public var challengeResponses: [String: String]
    /// In the first call: `SRP_A` to verify the password before the challenges; otherwise nil.
    public var initialChallengeName: String?
    /// In the first call: `ValidationData` for the pool's pre sign-in trigger.
    public var validationData: [AWSCognitoIdentityUserAttributeType]?
    /// `ClientMetadata` for the pool's triggers.
    public var clientMetaData: [String: String]?

    /// Creates an answer with only responses.
    public init(challengeResponses: [String: String]) {
        self.challengeResponses = challengeResponses
    }
}

extension ShippedFlow.LegacySDK.GetCustomChallengeDetails: ObjectStep {
    /// Returns the user name in an answer.
    static func username(in details: AWSCognitoIdentityCustomChallengeDetails) -> String? {
        details.challengeResponses["USERNAME"]
    }

    /// Tells the delegate's object how the step ended.
    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentityCustomAuthentication) {
        object.didCompleteStepWithError(error)
    }

    /// Asks the delegate's object for the answer.
    func ask(
        _ object: any AWSCognitoIdentityCustomAuthentication,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentityCustomChallengeDetails>
    ) {
        object.getCustomChallengeDetails(
            AWSCognitoIdentityCustomAuthenticationInput(challengeParameters: challengeParameters),
            customAuthCompletionSource: source)
    }

    /// Submits the answer of the delegate's object.
    func submit(
        _ details: AWSCognitoIdentityCustomChallengeDetails?, adding validationData: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        try await submit(
            challengeResponses: details?.challengeResponses.nonEmpty,
            detailsUsername: details.flatMap { Self.username(in: $0) },
            initialChallengeName: details?.initialChallengeName,
            validationData: validationData.adding(details?.validationData),
            clientMetadata: details?.clientMetaData?.nonEmpty)
    }
}
