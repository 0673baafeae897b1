import CognitoFlows
import Foundation

extension NSError {
    /// The SDK's texts for the flow's errors about the delegate.
    private static let texts = [
        "delegate-not-set": "Authentication delegate not set",
        "no-password-callback": "Either startCustomAuthentication or startPasswordAuthentication must be implemented "
            + "on your AWSCognitoIdentityInteractiveAuthenticationDelegate",
        "no-custom-callback": missing("startCustomAuthentication"),
        "no-mfa-callback": missing("startMultiFactorAuthentication"),
        "no-select-mfa-callback": missing("startSelectMfa"),
        "no-totp-callback": missing("startSoftwareMfaSetupRequired"),
        "no-newpass-callback": missing("startNewPasswordRequired"),
        "no-mfa-set-up":
            "This version of the SDK does not support setup of the MFA types necessary to authenticate",
    ]

    /// The codes of client errors, by the flow's class or the error's type.
    private static let codes: [String: AWSCognitoIdentityClientErrorType] = [
        "invalidAuthenticationDelegate": .invalidAuthenticationDelegate, "no-stored-device": .deviceNotTracked,
    ]

    private static func missing(_ method: String) -> String { "\(method) not implemented by authentication delegate" }

    /// The SDK's other texts once a step has been asked.
    private static let laterTexts = [
        "no-password-callback":
            "startPasswordAuthentication must be implemented on your "
            + "AWSCognitoIdentityInteractiveAuthenticationDelegate"
    ]

    /// Converts a failure of the flow to the SDK's error.
    /// - Parameters:
    ///   - failure: the failure.
    ///   - isInsideStep: whether an object of the delegate was asked before.
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
