import CognitoFlows
import Foundation

extension NSError {
    /// The SDK's messages for the flow's errors about the delegate, by the error's type.
    private static let texts = [
        "delegate-not-set": "Authentication delegate not set",
        "no-password-callback": "Either startCustomAuthentication or startPasswordAuthentication must be implemented "
            + "on your AWSCognitoIdentityInteractiveAuthenticationDelegate",
        "no-custom-callback": notImplemented("startCustomAuthentication"),
        "no-mfa-callback": notImplemented("startMultiFactorAuthentication"),
        "no-select-mfa-callback": notImplemented("startSelectMfa"),
        "no-totp-callback": notImplemented("startSoftwareMfaSetupRequired"),
        "no-newpass-callback": notImplemented("startNewPasswordRequired"),
        "no-mfa-set-up":
            "This version of the SDK does not support setup of the MFA types necessary to authenticate",
    ]

    /// The codes of client errors, by the flow's class or the error's type.
    private static let codes: [String: AWSCognitoIdentityClientErrorType] = [
        "invalidAuthenticationDelegate": .invalidAuthenticationDelegate, "no-stored-device": .deviceNotTracked,
    ]

    /// Returns the SDK's message for a method that the delegate lacks.
    private static func notImplemented(_ method: String) -> String {
        "\(method) not implemented by authentication delegate"
    }

    /// The SDK's messages that differ once the delegate has provided an object, by the error's type.
    private static let laterTexts = [
        "no-password-callback":
            "startPasswordAuthentication must be implemented on your "
            + "AWSCognitoIdentityInteractiveAuthenticationDelegate"
    ]

    /// Creates the SDK's error for a failure of the flow.
    /// - Parameters:
    ///   - failure: the failure.
    ///   - isInsideStep: whether the delegate has already provided an object.
    convenience init(_ failure: StyleFailure, isInsideStep: Bool = false) {
        let own = Self.codes[failure.category] ?? Self.codes[failure.type]
        let code = own?.rawValue ?? AWSCognitoIdentityProviderErrorType(serviceName: failure.type).rawValue
        let text = (isInsideStep ? Self.laterTexts[failure.type] : nil) ?? Self.texts[failure.type]
        self.init(code: code, type: failure.type, message: text ?? failure.message)
    }

    /// Creates a client error with its name and text.
    convenience init(client code: AWSCognitoIdentityClientErrorType, type: String, message: String) {
        self.init(code: code.rawValue, type: type, message: message)
    }

    private convenience init(code: Int, type: String, message: String) {
        let details = ["__type": type, "message": message, NSLocalizedDescriptionKey: message]
        self.init(domain: AWSCognitoIdentityProviderErrorDomain, code: code, userInfo: details)
    }
}
