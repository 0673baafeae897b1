import CognitoFlows
public import FlowCore
import FlowRuntime

/// Asks for a new password in place of a temporary one, and for attributes.
public protocol AWSCognitoIdentityNewPasswordRequired: AnyObject {
    /// Asks; the answer goes to the source, at once or later.
    func getNewPasswordDetails(
        _ newPasswordRequiredInput: AWSCognitoIdentityNewPasswordRequiredInput,
        newPasswordRequiredCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>)
    /// Tells how it went.
    func didCompleteNewPasswordStepWithError(_ error: (any Error)?)
}

/// What is known before a new password is asked for.
public final class AWSCognitoIdentityNewPasswordRequiredInput: Sendable {
    /// The attributes that the user has: none is told, as in the newest SDK.
    public let userAttributes: [String: String]
    /// The attributes that must be given.
    public let requiredAttributes: Set<String>

    /// An input, for tests of hosts too.
    public init(userAttributes: [String: String], requiredAttributes: Set<String>) {
        self.userAttributes = userAttributes
        self.requiredAttributes = requiredAttributes
    }
}

/// A new password, and attributes.
public final class AWSCognitoIdentityNewPasswordRequiredDetails: Redacted {
    /// The new password.
    public var proposedPassword: String
    /// The attributes.
    public var userAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// ClientMetadata for the pool's triggers.
    public var clientMetaData: [String: String]?

    /// Creates an answer.
    public init(proposedPassword: String, userAttributes: [String: String]) {
        self.proposedPassword = proposedPassword
        self.userAttributes = userAttributes.sorted { $0.key < $1.key }.map {
            AWSCognitoIdentityUserAttributeType(name: $0.key, value: $0.value)
        }
    }
}

extension StepCallbacks {
    /// A new password.
    static let newPassword = StepCallbacks(
        starts: ["startNewPasswordRequired"], question: "getNewPasswordDetails",
        finish: "didCompleteNewPasswordStepWithError", arguments: ["newPassword": "proposedPassword"],
        ask: { (object: any AWSCognitoIdentityNewPasswordRequired, step, source) in
            let input = AWSCognitoIdentityNewPasswordRequiredInput(
                userAttributes: [:], requiredAttributes: Set(step.list("requiredAttributes")))
            object.getNewPasswordDetails(input, newPasswordRequiredCompletionSource: source)
        },
        answer: { (given: AWSCognitoIdentityNewPasswordRequiredDetails) in
            .inputs([
                "newPassword": .string(given.proposedPassword), "userAttributes": .map(given.userAttributes?.byName),
                "clientMetadata": .map(given.clientMetaData),
            ])
        },
        tell: { $0.didCompleteNewPasswordStepWithError($1) })
}
