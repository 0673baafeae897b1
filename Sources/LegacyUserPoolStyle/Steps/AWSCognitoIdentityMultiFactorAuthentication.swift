import CognitoFlows
public import FlowCore
import FlowRuntime
public import Foundation

/// Asks for the code of a second factor. One of the two methods that ask is needed; the second version wins.
public protocol AWSCognitoIdentityMultiFactorAuthentication: AnyObject {
    /// Asks; the code goes to the source, at once or later. Called again on the same object after every error.
    func getCode(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<NSString>)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Asks; the code and what goes with it go to the source, at once or later.
    func getCode_v2(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>)
    /// Tells how it went.
    func didCompleteMultifactorAuthenticationStepWithError(_ error: (any Error)?)
}

extension AWSCognitoIdentityMultiFactorAuthentication {
    /// For hosts that have neither method: the sign-in fails.
    public func getCode(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<NSString>
    ) {
        mfaCodeCompletionSource.set(
            error: NSError(
                client: .invalidAuthenticationDelegate, type: "no-mfa-callback",
                message: "getCode_v2 not implemented by authentication delegate"))
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// For hosts that have the first version.
    public func getCode_v2(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>
    ) {
        let source = AWSTaskCompletionSource<NSString>()
        source.task.whenEnded { outcome in
            switch outcome {
            case .result(let code):
                mfaCodeCompletionSource.set(result: code.map { AWSCognitoIdentityMfaCodeDetails(mfaCode: "\($0)") })
            case .error(let error): mfaCodeCompletionSource.set(error: error)
            case .cancelled: mfaCodeCompletionSource.cancel()
            }
        }
        getCode(authenticationInput, mfaCodeCompletionSource: source)
    }
}

/// What is known of the code that is asked for.
public final class AWSCognitoIdentityMultifactorAuthenticationInput: Sendable {
    /// Where the service sent the code, masked; for an authenticator app the name of its device.
    public let destination: String?
    /// How it went; unknown for an authenticator app.
    public let deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType

    /// An input, for tests of hosts too.
    public init(destination: String?, deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType) {
        self.destination = destination
        self.deliveryMedium = deliveryMedium
    }
}

/// A code, and what goes with it.
public final class AWSCognitoIdentityMfaCodeDetails: Redacted {
    /// The code.
    public var mfaCode: String
    /// ClientMetadata for the pool's triggers.
    public var clientMetaData: [String: String]?

    /// Creates an answer.
    public init(mfaCode: String) {
        self.mfaCode = mfaCode
    }
}

extension StepCallbacks {
    /// The code of a second factor.
    static let multiFactor = StepCallbacks(
        starts: ["startMultiFactorAuthentication"], question: "getMultiFactorAuthenticationCode_v2",
        finish: "didCompleteMultifactorAuthenticationStepWithError", arguments: ["code": "mfaCode"],
        ask: { (object: any AWSCognitoIdentityMultiFactorAuthentication, step, source) in
            let input = AWSCognitoIdentityMultifactorAuthenticationInput(
                destination: step.text("destination"),
                deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType(step.text("deliveryMedium")))
            object.getCode_v2(input, mfaCodeCompletionSource: source)
        },
        answer: { (given: AWSCognitoIdentityMfaCodeDetails) in
            .inputs(["code": .string(given.mfaCode), "clientMetadata": .map(given.clientMetaData)])
        },
        tell: { $0.didCompleteMultifactorAuthenticationStepWithError($1) })
}
