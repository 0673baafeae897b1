import CognitoFlows
public import FlowCore
public import Foundation

/// Asks for a second factor's code.
///
/// Implement one of the two methods that ask. If you implement both, the style calls only `getCode_v2`.
public protocol AWSCognitoIdentityMultiFactorAuthentication: AnyObject {
    /// Asks for the code. Set the result on the source, now or later.
    ///
    /// After an error that leaves the sign-in at this step, the style calls this method again on the same object.
    func getCode(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<NSString>)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Asks for the code and metadata. Set the result on the source, now or later.
    ///
    /// After an error that leaves the sign-in at this step, the style calls this method again on the same object.
    func getCode_v2(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>)
    /// Reports how an attempt at the step ended. The error is nil on success.
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
public final class AWSCognitoIdentityMultifactorAuthenticationInput: Sendable, Redacted {
    /// The masked destination, or the name of the authenticator app's device.
    public let destination: String?
    /// The medium by which the service sends the code, or `unknown` for an authenticator app.
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

/// Asks for one of several second factors.
public protocol AWSCognitoIdentitySelectMfa: AnyObject {
    /// Asks for the choice. Set the result on the source, now or later.
    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>)
    /// Reports how an attempt at the step ended. The error is nil on success.
    func didCompleteSelectMfaStepWithError(_ error: (any Error)?)
}

/// The second factors that the user can choose from.
public final class AWSCognitoIdentitySelectMfaInput: Sendable, Redacted {
    /// A hint for each factor, by the service's name of the factor.
    ///
    /// The hint is the destination of the code, the name of the device with the authenticator app, or `unknown`.
    public let availableMfas: [String: String]

    /// Creates an input, for example in tests of the host.
    public init(availableMfas: [String: String]) {
        self.availableMfas = availableMfas
    }
}

/// The chosen second factor.
public final class AWSCognitoIdentitySelectMfaDetails: Redacted {
    /// The service's name of the factor: a key of ``AWSCognitoIdentitySelectMfaInput/availableMfas``.
    public var selectedMfa: String

    /// Creates the choice of a factor by the service's name.
    public init(selectedMfa: String) {
        self.selectedMfa = selectedMfa
    }
}

extension ShippedFlow.LegacySDK.GetSelectMFADetails: ObjectStep {
    /// The service's names of the factors that have a hint.
    private enum Factor: String {
        case smsMFA = "SMS_MFA"
        case softwareTokenMFA = "SOFTWARE_TOKEN_MFA"
    }

    /// Returns the hint for a factor, or nil if the flow shows none.
    private func hint(for factor: String) -> String? {
        switch Factor(rawValue: factor) {
        case .smsMFA: hintSMSMFA
        case .softwareTokenMFA: hintSoftwareTokenMFA
        case nil: nil
        }
    }

    static func report(_ error: (any Error)?, to object: any AWSCognitoIdentitySelectMfa) {
        object.didCompleteSelectMfaStepWithError(error)
    }

    func ask(
        _ object: any AWSCognitoIdentitySelectMfa,
        _ source: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>
    ) {
        let hinted = availableMfas.map { ($0, hint(for: $0) ?? "unknown") }
        object.getSelectMfaDetails(
            AWSCognitoIdentitySelectMfaInput(availableMfas: Dictionary(hinted) { first, _ in first }),
            selectMfaCompletionSource: source)
    }

    func submit(
        _ details: AWSCognitoIdentitySelectMfaDetails?, adding _: [String: String]
    ) async throws(FlowRefusal) -> ShippedFlow.LegacySDK.Step {
        try await submit(selectedMFA: details?.selectedMfa ?? "")
    }
}

/// Sets up an authenticator app, and asks for its first code.
public protocol AWSCognitoIdentitySoftwareMfaSetupRequired: AnyObject {
    /// Asks for the app's first code. Set the result on the source, now or later.
    ///
    /// After an error that leaves the sign-in at this step, the style calls this method again on the same object.
    func getSoftwareMfaSetupDetails(
        _ softwareMfaSetupInput: AWSCognitoIdentitySoftwareMfaSetupRequiredInput,
        softwareMfaSetupRequiredCompletionSource:
            AWSTaskCompletionSource<AWSCognitoIdentitySoftwareMfaSetupRequiredDetails>)
    /// Reports how an attempt at the step ended. The error is nil on success.
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
