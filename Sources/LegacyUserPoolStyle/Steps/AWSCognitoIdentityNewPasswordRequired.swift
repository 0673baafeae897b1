import CognitoFlows
public import FlowCore
import FlowRuntime

/// Asks for a new password, and for the attributes that the pool requires.
public protocol AWSCognitoIdentityNewPasswordRequired: AnyObject {
    /// Asks for the password and the attributes. Set the result on the source, now or later.
    func getNewPasswordDetails(
        _ newPasswordRequiredInput: AWSCognitoIdentityNewPasswordRequiredInput,
        newPasswordRequiredCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>)
    /// Reports how the step ended. The error is nil on success.
    func didCompleteNewPasswordStepWithError(_ error: (any Error)?)
}

/// The attributes that the pool requires with a new password.
public final class AWSCognitoIdentityNewPasswordRequiredInput: Sendable {
    /// Always empty, as in the newest SDK.
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
    /// The values of the required attributes, or of others.
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
