import CognitoFlows
public import FlowCore
import FlowRuntime

/// Asks for username and password.
public protocol AWSCognitoIdentityPasswordAuthentication: AnyObject {
    /// Asks for username and password. Set the result on the source, now or later.
    ///
    /// After an error that leaves the sign-in at this step, the style calls this method again on the same object.
    func getDetails(
        _ authenticationInput: AWSCognitoIdentityPasswordAuthenticationInput,
        passwordAuthenticationCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    )
    /// Reports how an attempt at the step ended. The error is nil on success.
    func didCompleteStepWithError(_ error: (any Error)?)
}

/// The data for the prompt for username and password.
public final class AWSCognitoIdentityPasswordAuthenticationInput: Sendable, Redacted {
    /// The name of the user who signed in last, or nil if there is none.
    public let lastKnownUsername: String?

    /// Creates an input, for example in tests of the host.
    public init(lastKnownUsername: String?) {
        self.lastKnownUsername = lastKnownUsername
    }
}

/// A username and a password.
public final class AWSCognitoIdentityPasswordAuthenticationDetails: Redacted {
    /// The username, or an alias.
    public var username: String
    /// The user's password.
    public var password: String
    /// `ValidationData` for the pool's pre sign-in trigger.
    public var validationData: [AWSCognitoIdentityUserAttributeType]?

    /// Creates an answer without validation data.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

extension ShippedFlow.LegacySDK.GetPasswordAuthenticationDetails: ObjectStep {
    /// Returns the username in an answer. The result is optional only because ``ObjectStep`` requires this.
    static func username(in details: AWSCognitoIdentityPasswordAuthenticationDetails) -> String? { details.username }

    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentityPasswordAuthentication) {
        object.didCompleteStepWithError(error)
    }

    func ask(
        _ object: any AWSCognitoIdentityPasswordAuthentication,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    ) {
        object.getDetails(
            AWSCognitoIdentityPasswordAuthenticationInput(lastKnownUsername: lastKnownUsername),
            passwordAuthenticationCompletionSource: source)
    }

    func submit(
        _ details: AWSCognitoIdentityPasswordAuthenticationDetails?, adding validationData: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        try await submit(
            username: details?.username ?? "", password: FlowSecret(details?.password ?? ""),
            validationData: validationData.adding(details?.validationData))
    }
}

/// Asks for a new password, and for the attributes that the pool requires.
public protocol AWSCognitoIdentityNewPasswordRequired: AnyObject {
    /// Asks for the password and the attributes. Set the result on the source, now or later.
    func getNewPasswordDetails(
        _ newPasswordRequiredInput: AWSCognitoIdentityNewPasswordRequiredInput,
        newPasswordRequiredCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>)
    /// Reports how an attempt at the step ended. The error is nil on success.
    func didCompleteNewPasswordStepWithError(_ error: (any Error)?)
}

/// The attributes that the pool requires with a new password.
public final class AWSCognitoIdentityNewPasswordRequiredInput: Sendable, Redacted {
    /// The current attributes. The style passes none, as in the newest SDK.
    public let userAttributes: [String: String]
    /// The names of the required attributes.
    public let requiredAttributes: Set<String>

    /// Creates an input, for example in tests of the host.
    public init(userAttributes: [String: String], requiredAttributes: Set<String>) {
        self.userAttributes = userAttributes
        self.requiredAttributes = requiredAttributes
    }
}

/// A new password with attributes.
public final class AWSCognitoIdentityNewPasswordRequiredDetails: Redacted {
    /// The new password.
    public var proposedPassword: String
    /// The values of the required attributes, or of other attributes.
    public var userAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// `ClientMetadata` for the pool's triggers.
    public var clientMetaData: [String: String]?

    /// Creates an answer with attributes by name.
    public init(proposedPassword: String, userAttributes: [String: String]) {
        self.proposedPassword = proposedPassword
        self.userAttributes = [AWSCognitoIdentityUserAttributeType](byName: userAttributes)
    }
}

extension ShippedFlow.LegacySDK.GetNewPasswordDetails: ObjectStep {
    static var properties: [Field: String] { [.newPassword: "proposedPassword"] }

    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentityNewPasswordRequired) {
        object.didCompleteNewPasswordStepWithError(error)
    }

    func ask(
        _ object: any AWSCognitoIdentityNewPasswordRequired,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>
    ) {
        let input = AWSCognitoIdentityNewPasswordRequiredInput(
            userAttributes: [:], requiredAttributes: Set(requiredAttributes))
        object.getNewPasswordDetails(input, newPasswordRequiredCompletionSource: source)
    }

    func submit(
        _ details: AWSCognitoIdentityNewPasswordRequiredDetails?, adding _: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        try await submit(
            newPassword: FlowSecret(details?.proposedPassword ?? ""),
            userAttributes: details?.userAttributes?.byName.nonEmpty, clientMetadata: details?.clientMetaData?.nonEmpty)
    }
}

/// Answers the pool's custom challenges.
public protocol AWSCognitoIdentityCustomAuthentication: AnyObject {
    /// Asks for an answer to the challenge. Set the result on the source, now or later.
    ///
    /// The first call comes before any request, so its challenge has no parameters.
    func getCustomChallengeDetails(
        _ authenticationInput: AWSCognitoIdentityCustomAuthenticationInput,
        customAuthCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityCustomChallengeDetails>)
    /// Reports how an attempt at the step ended. The error is nil on success.
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
    /// Returns the username in an answer, or nil if there is none.
    static func username(in details: AWSCognitoIdentityCustomChallengeDetails) -> String? {
        details.challengeResponses["USERNAME"]
    }

    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentityCustomAuthentication) {
        object.didCompleteStepWithError(error)
    }

    func ask(
        _ object: any AWSCognitoIdentityCustomAuthentication,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentityCustomChallengeDetails>
    ) {
        object.getCustomChallengeDetails(
            AWSCognitoIdentityCustomAuthenticationInput(challengeParameters: challengeParameters),
            customAuthCompletionSource: source)
    }

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
