import CognitoFlows
public import FlowCore
import FlowRuntime

/// Asks for name and password.
public protocol AWSCognitoIdentityPasswordAuthentication: AnyObject {
    /// Asks; the answer goes to the source, at once or later. Called again on the same object after every error.
    func getDetails(
        _ authenticationInput: AWSCognitoIdentityPasswordAuthenticationInput,
        passwordAuthenticationCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    )
    /// Tells how it went.
    func didCompleteStepWithError(_ error: (any Error)?)
}

/// What is known before name and password are asked for.
public final class AWSCognitoIdentityPasswordAuthenticationInput: Sendable {
    /// The name that signed in last.
    public let lastKnownUsername: String?

    /// An input, for tests of hosts too.
    public init(lastKnownUsername: String?) {
        self.lastKnownUsername = lastKnownUsername
    }
}

/// Name and password.
public final class AWSCognitoIdentityPasswordAuthenticationDetails: Redacted {
    /// The name, or an alias.
    public var username: String
    /// The password.
    public var password: String
    /// What the pool's trigger before a sign-in is told.
    public var validationData: [AWSCognitoIdentityUserAttributeType]?

    /// Creates an answer.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

extension StepCallbacks {
    /// Name and password.
    static let password = StepCallbacks(
        starts: ["startPasswordAuthentication"], question: "getPasswordAuthenticationDetails",
        finish: "didCompletePasswordAuthenticationStepWithError",
        ask: { (object: any AWSCognitoIdentityPasswordAuthentication, step, source) in
            object.getDetails(
                AWSCognitoIdentityPasswordAuthenticationInput(lastKnownUsername: step.text("lastKnownUsername")),
                passwordAuthenticationCompletionSource: source)
        },
        answer: { (given: AWSCognitoIdentityPasswordAuthenticationDetails) in
            .inputs([
                "username": .string(given.username), "password": .string(given.password),
                "validationData": .map(given.validationData?.byName),
            ])
        },
        tell: { $0.didCompleteStepWithError($1) })
}
