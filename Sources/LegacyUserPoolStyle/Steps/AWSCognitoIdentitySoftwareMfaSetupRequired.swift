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

extension ShippedFlow.LegacySDK.GetSoftwareMFASetupDetails: ObjectStep {
    static var properties: [Field: String] { [.code: "userCode"] }

    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentitySoftwareMfaSetupRequired) {
        object.didCompleteMfaSetupStepWithError(error)
    }

    func ask(
        _ object: any AWSCognitoIdentitySoftwareMfaSetupRequired,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentitySoftwareMfaSetupRequiredDetails>
    ) {
        object.getSoftwareMfaSetupDetails(
            AWSCognitoIdentitySoftwareMfaSetupRequiredInput(secretCode: sharedSecret, username: username),
            softwareMfaSetupRequiredCompletionSource: source)
    }

    func submit(
        _ details: AWSCognitoIdentitySoftwareMfaSetupRequiredDetails?, adding _: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        try await submit(code: details?.userCode ?? "", friendlyDeviceName: details?.friendlyDeviceName)
    }
}
