import CognitoFlows
public import FlowCore
import FlowRuntime

/// Asks for username and password.
public protocol AWSCognitoIdentityPasswordAuthentication: AnyObject {
    /// Asks for username and password. Set the result on the source, now or later.
    ///
    /// It is called again on the same object after every error.
    func getDetails(
        _ authenticationInput: AWSCognitoIdentityPasswordAuthenticationInput,
        passwordAuthenticationCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    )
    /// Reports how the step ended. The error is nil on success.
    func didCompleteStepWithError(_ error: (any Error)?)
}

/// The data for the prompt for username and password.
public final class AWSCognitoIdentityPasswordAuthenticationInput: Sendable {
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
