import CognitoFlows
public import FlowCore
import FlowRuntime
public import Foundation

/// Asks for a second factor's code.
///
/// Implement one of the two methods that ask. If you implement both, only `getCode_v2` is called.
public protocol AWSCognitoIdentityMultiFactorAuthentication: AnyObject {
    /// Asks for the code. Set the result on the source, now or later.
    ///
    /// It is called again on the same object after every error.
    func getCode(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<NSString>)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Asks for the code and metadata. Set the result on the source, now or later.
    ///
    /// It is called again on the same object after every error.
    func getCode_v2(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>)
    /// Reports how the step ended. The error is nil on success.
    func didCompleteMultifactorAuthenticationStepWithError(_ error: (any Error)?)
}

extension AWSCognitoIdentityMultiFactorAuthentication {
    /// Sets an error on the source, for hosts that implement neither of the two methods.
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
    /// Calls `getCode` and passes on its result, for hosts that implement only that method.
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

/// The source of the code: a destination, or an authenticator app.
public final class AWSCognitoIdentityMultifactorAuthenticationInput: Sendable {
    /// The masked destination, or the name of the authenticator app's device.
    public let destination: String?
    /// The medium that the code is sent by, or `unknown` for an authenticator app.
    public let deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType

    /// Creates an input, for example in tests of the host.
    public init(destination: String?, deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType) {
        self.destination = destination
        self.deliveryMedium = deliveryMedium
    }
}

/// A code with its metadata.
public final class AWSCognitoIdentityMfaCodeDetails: Redacted {
    /// The code that the user entered.
    public var mfaCode: String
    /// `ClientMetadata` for the pool's triggers.
    public var clientMetaData: [String: String]?

    /// Creates an answer without metadata.
    public init(mfaCode: String) {
        self.mfaCode = mfaCode
    }
}

extension ShippedFlow.LegacySDK.GetMultiFactorAuthenticationCodeV2: ObjectStep {
    static var properties: [Field: String] { [.code: "mfaCode"] }

    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentityMultiFactorAuthentication) {
        object.didCompleteMultifactorAuthenticationStepWithError(error)
    }

    func ask(
        _ object: any AWSCognitoIdentityMultiFactorAuthentication,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>
    ) {
        let input = AWSCognitoIdentityMultifactorAuthenticationInput(
            destination: destination, deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType(deliveryMedium))
        object.getCode_v2(input, mfaCodeCompletionSource: source)
    }

    func submit(
        _ details: AWSCognitoIdentityMfaCodeDetails?, adding _: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        try await submit(code: details?.mfaCode ?? "", clientMetadata: details?.clientMetaData?.nonEmpty)
    }
}
