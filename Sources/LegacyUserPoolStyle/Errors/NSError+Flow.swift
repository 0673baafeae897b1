import CognitoFlows
import Foundation

extension NSError {
    /// What the SDK says for the flow's own errors about the delegate.
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

    /// The codes of errors that are not the service's, by the flow's class or the error's type.
    private static let codes: [String: AWSCognitoIdentityClientErrorType] = [
        "invalidAuthenticationDelegate": .invalidAuthenticationDelegate, "no-stored-device": .deviceNotTracked,
    ]

    private static func missing(_ method: String) -> String { "\(method) not implemented by authentication delegate" }

    /// What the SDK says instead once an object of the delegate was asked something.
    private static let laterTexts = [
        "no-password-callback":
            "startPasswordAuthentication must be implemented on your "
            + "AWSCognitoIdentityInteractiveAuthenticationDelegate"
    ]

    /// What a flow told, as the SDK has it.
    /// - Parameters:
    ///   - failure: what it told.
    ///   - isInsideStep: whether an object of the delegate was asked something before.
    convenience init(_ failure: StyleFailure, isInsideStep: Bool = false) {
        let own = Self.codes[failure.category] ?? Self.codes[failure.type]
        let code = own?.rawValue ?? AWSCognitoIdentityProviderErrorType(serviceName: failure.type).rawValue
        let text = (isInsideStep ? Self.laterTexts[failure.type] : nil) ?? Self.texts[failure.type]
        self.init(code: code, type: failure.type, message: text ?? failure.message)
    }

    /// An error of ours, with its name and its text.
    convenience init(client code: AWSCognitoIdentityClientErrorType, type: String, message: String) {
        self.init(code: code.rawValue, type: type, message: message)
    }

    private convenience init(code: Int, type: String, message: String) {
        let details = ["__type": type, "message": message, NSLocalizedDescriptionKey: message]
        self.init(domain: AWSCognitoIdentityProviderErrorDomain, code: code, userInfo: details)
    }
}
