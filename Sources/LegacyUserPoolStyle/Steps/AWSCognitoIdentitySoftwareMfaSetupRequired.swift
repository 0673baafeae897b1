import CognitoFlows
public import FlowCore
import FlowRuntime

/// Sets up an authenticator app, and asks for its first code.
public protocol AWSCognitoIdentitySoftwareMfaSetupRequired: AnyObject {
    /// Asks for the app's first code. Set the result on the source, now or later.
    ///
    /// It is called again on the same object after every error.
    func getSoftwareMfaSetupDetails(
        _ softwareMfaSetupInput: AWSCognitoIdentitySoftwareMfaSetupRequiredInput,
        softwareMfaSetupRequiredCompletionSource:
            AWSTaskCompletionSource<AWSCognitoIdentitySoftwareMfaSetupRequiredDetails>)
    /// Reports how the step ended. The error is nil on success.
    func didCompleteMfaSetupStepWithError(_ error: (any Error)?)
}

/// The data to add to an authenticator app.
public final class AWSCognitoIdentitySoftwareMfaSetupRequiredInput: Sendable, Redacted {
    /// The shared secret in base32.
    public let secretCode: String
    /// The username, as the account name.
    public let username: String

    /// Creates an input, for example in tests of the host.
    public init(secretCode: String, username: String) {
        self.secretCode = secretCode
        self.username = username
    }
}

/// The authenticator app's first code.
public final class AWSCognitoIdentitySoftwareMfaSetupRequiredDetails: Redacted {
    /// The code that the authenticator app shows.
    public var userCode: String
    /// A name for the device with the app; nil for no name.
    public var friendlyDeviceName: String?

    /// Creates an answer with the code that the authenticator app shows.
    public init(userCode: String, friendlyDeviceName: String?) {
        self.userCode = userCode
        self.friendlyDeviceName = friendlyDeviceName
    }
}

extension StepCallbacks {
    /// The callbacks for the set-up of an authenticator app.
    static let softwareMfaSetup = StepCallbacks(
        starts: ["startSoftwareMfaSetupRequired"], stepName: "getSoftwareMfaSetupDetails",
        endNotification: "didCompleteMfaSetupStepWithError", arguments: ["code": "userCode"],
        ask: { (object: any AWSCognitoIdentitySoftwareMfaSetupRequired, step, source) in
            let input = AWSCognitoIdentitySoftwareMfaSetupRequiredInput(
                secretCode: step.text("sharedSecret") ?? "", username: step.text("username") ?? "")
            object.getSoftwareMfaSetupDetails(input, softwareMfaSetupRequiredCompletionSource: source)
        },
        answer: { (details: AWSCognitoIdentitySoftwareMfaSetupRequiredDetails) in
            .inputs(["code": .string(details.userCode), "friendlyDeviceName": .text(details.friendlyDeviceName)])
        },
        report: { $0.didCompleteMfaSetupStepWithError($1) })
}
