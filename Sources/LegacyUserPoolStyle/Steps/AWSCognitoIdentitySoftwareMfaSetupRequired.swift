import CognitoFlows
public import FlowCore
import FlowRuntime

/// Has an authenticator app set up, and asks for its first code.
public protocol AWSCognitoIdentitySoftwareMfaSetupRequired: AnyObject {
    /// Asks; the code goes to the source, at once or later. Called again on the same object after every error.
    func getSoftwareMfaSetupDetails(
        _ softwareMfaSetupInput: AWSCognitoIdentitySoftwareMfaSetupRequiredInput,
        softwareMfaSetupRequiredCompletionSource:
            AWSTaskCompletionSource<AWSCognitoIdentitySoftwareMfaSetupRequiredDetails>)
    /// Tells how it went.
    func didCompleteMfaSetupStepWithError(_ error: (any Error)?)
}

/// What the app is set up with.
public final class AWSCognitoIdentitySoftwareMfaSetupRequiredInput: Sendable, Redacted {
    /// The secret that the app and the service share, in base32.
    public let secretCode: String
    /// The user's name.
    public let username: String

    /// An input, for tests of hosts too.
    public init(secretCode: String, username: String) {
        self.secretCode = secretCode
        self.username = username
    }
}

/// The first code of the app.
public final class AWSCognitoIdentitySoftwareMfaSetupRequiredDetails: Redacted {
    /// The code.
    public var userCode: String
    /// The name of the device with the app.
    public var friendlyDeviceName: String?

    /// Creates an answer.
    public init(userCode: String, friendlyDeviceName: String?) {
        self.userCode = userCode
        self.friendlyDeviceName = friendlyDeviceName
    }
}

extension StepCallbacks {
    /// Setting up an authenticator app.
    static let softwareMfaSetup = StepCallbacks(
        starts: ["startSoftwareMfaSetupRequired"], question: "getSoftwareMfaSetupDetails",
        finish: "didCompleteMfaSetupStepWithError", arguments: ["code": "userCode"],
        ask: { (object: any AWSCognitoIdentitySoftwareMfaSetupRequired, step, source) in
            let input = AWSCognitoIdentitySoftwareMfaSetupRequiredInput(
                secretCode: step.text("sharedSecret") ?? "", username: step.text("username") ?? "")
            object.getSoftwareMfaSetupDetails(input, softwareMfaSetupRequiredCompletionSource: source)
        },
        answer: { (given: AWSCognitoIdentitySoftwareMfaSetupRequiredDetails) in
            .inputs(["code": .string(given.userCode), "friendlyDeviceName": .text(given.friendlyDeviceName)])
        },
        tell: { $0.didCompleteMfaSetupStepWithError($1) })
}
