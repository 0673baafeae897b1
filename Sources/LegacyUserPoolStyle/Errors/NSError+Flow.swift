import CognitoFlows
import Foundation

extension NSError {
    /// The SDK's messages for the flow's errors about the delegate, by error type.
    private static let messages = [
        "delegate-not-set": "Authentication delegate not set",
        "no-password-callback": "Either startCustomAuthentication or startPasswordAuthentication must be implemented "
            + "on your AWSCognitoIdentityInteractiveAuthenticationDelegate",
        "no-custom-callback": notImplemented(.startCustomAuthentication),
        "no-mfa-callback": notImplemented(.startMultiFactorAuthentication),
        "no-select-mfa-callback": notImplemented(.startSelectMFA),
        "no-totp-callback": notImplemented(.startSoftwareMFASetupRequired),
        "no-newpass-callback": notImplemented(.startNewPasswordRequired),
        "no-mfa-set-up":
            "This version of the SDK does not support setup of the MFA types necessary to authenticate",
    ]

    /// The codes of client errors, by error class or error type.
    private static let clientCodes: [String: AWSCognitoIdentityClientErrorType] = [
        "invalidAuthenticationDelegate": .invalidAuthenticationDelegate, "no-stored-device": .deviceNotTracked,
    ]

    /// Returns the SDK's message for a start method that the delegate lacks. The flow has an input for each.
    private static func notImplemented(_ method: ShippedFlow.LegacySDK.Inputs.Field) -> String {
        "\(method.rawValue) not implemented by authentication delegate"
    }

    /// The SDK's messages that differ once the delegate has provided an object, by error type.
    private static let laterMessages = [
        "no-password-callback":
            "startPasswordAuthentication must be implemented on your "
            + "AWSCognitoIdentityInteractiveAuthenticationDelegate"
    ]

    /// Creates the SDK's error for a failure of the flow.
    ///
    /// It has the SDK's code and the SDK's message or, if there is none, the failure's message.
    /// - Parameters:
    ///   - failure: the failure that the flow or the runner reported.
    ///   - isInsideStep: whether the delegate has already provided an object, which changes some messages.
    convenience init(_ failure: StyleFailure, isInsideStep: Bool = false) {
        let clientCode = Self.clientCodes[failure.category] ?? Self.clientCodes[failure.type]
        let code = clientCode?.rawValue ?? AWSCognitoIdentityProviderErrorType(serviceName: failure.type).rawValue
        let laterMessage = isInsideStep ? Self.laterMessages[failure.type] : nil
        let sdkMessage = laterMessage ?? Self.messages[failure.type]
        self.init(code: code, type: failure.type, message: sdkMessage ?? failure.message)
    }

    /// Creates a client error with its name and its message.
    convenience init(client code: AWSCognitoIdentityClientErrorType, type: String, message: String) {
        self.init(code: code.rawValue, type: type, message: message)
    }

    /// Creates an error of this module with its code, name and message.
    private convenience init(code: Int, type: String, message: String) {
        let details = ["__type": type, "message": message, NSLocalizedDescriptionKey: message]
        self.init(domain: AWSCognitoIdentityProviderErrorDomain, code: code, userInfo: details)
    }
}
