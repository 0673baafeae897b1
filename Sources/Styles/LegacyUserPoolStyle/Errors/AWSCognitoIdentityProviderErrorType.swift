import CognitoFlows
import Foundation

/// The codes of service errors, numbered as in the SDK's last version.
///
/// The name of a case is the service's error name without `Exception`.
public enum AWSCognitoIdentityProviderErrorType: Int, Sendable, CaseIterable {
    /// Any other error, or an error that did not come from the service.
    case unknown = 0
    /// The address belongs to another account.
    case aliasExists
    /// The service could not send the code.
    case codeDeliveryFailure
    /// The code is wrong.
    case codeMismatch
    /// A concurrent change conflicts with this one.
    case concurrentModification
    /// The pool already has an identity provider of this name.
    case duplicateProvider
    /// The authenticator app's code is wrong.
    case enableSoftwareTokenMFA
    /// The code has expired.
    case expiredCode
    /// The service's firewall blocked the request.
    case forbidden
    /// The pool already has a group of this name.
    case groupExists
    /// The service failed.
    case internalError
    /// The pool's IAM role does not permit emails.
    case invalidEmailRoleAccessPolicy
    /// A trigger returned a malformed response.
    case invalidLambdaResponse
    /// The app client does not allow this OAuth flow.
    case invalidOAuthFlow
    /// A parameter is invalid.
    case invalidParameter
    /// The password violates the pool's policy.
    case invalidPassword
    /// The pool's IAM role does not permit text messages.
    case invalidSmsRoleAccessPolicy
    /// The service cannot assume the pool's IAM role for text messages.
    case invalidSmsRoleTrustRelationship
    /// The pool's configuration does not support the request.
    case invalidUserPoolConfiguration
    /// The limit on attempts or requests of this kind is reached.
    case limitExceeded
    /// The user has no usable second factor.
    case mfaMethodNotFound
    /// The password is wrong, or the service rejected a session or token.
    case notAuthorized
    /// The password must be reset first.
    case passwordResetRequired
    /// A precondition of the request failed.
    case preconditionNotMet
    /// The pool, the client or the device does not exist.
    case resourceNotFound
    /// The scope does not exist.
    case scopeDoesNotExist
    /// The user has no authenticator app.
    case softwareTokenMFANotFound
    /// There were too many wrong attempts.
    case tooManyFailedAttempts
    /// There are too many requests.
    case tooManyRequests
    /// The request is not authorized.
    case unauthorized
    /// A trigger failed.
    case unexpectedLambda
    /// The kind of identity provider is not supported.
    case unsupportedIdentityProvider
    /// The operation is not supported here.
    case unsupportedOperation
    /// Tokens of this kind cannot be revoked.
    case unsupportedTokenType
    /// The user's state does not permit the request.
    case unsupportedUserState
    /// A user import is running.
    case userImportInProgress
    /// A trigger rejected the request.
    case userLambdaValidation
    /// The user has not confirmed the account.
    case userNotConfirmed
    /// The user does not exist.
    case userNotFound
    /// The pool lacks a paid add-on.
    case userPoolAddOnNotEnabled
    /// The pool's tags are invalid.
    case userPoolTagging
    /// The username is taken.
    case usernameExists

    /// The cases, by the service's error name in lower case.
    ///
    /// The name of a case differs from the service's name only in the capitalization of its start and in the suffix.
    private static let byServiceName = Dictionary(
        uniqueKeysWithValues: allCases.map { ("\($0)exception".lowercased(), $0) })

    /// Creates the code of a service error.
    /// - Parameter serviceName: the error's name, such as `UserNotFoundException`. Any other name becomes `unknown`.
    init(serviceName: String) { self = Self.byServiceName[serviceName.lowercased()] ?? .unknown }
}

/// The domain of all errors of this module.
///
/// It includes service errors and ``AWSCognitoIdentityClientErrorType``. `userInfo` contains the error's name as
/// `__type` and its text as `message`.
public let AWSCognitoIdentityProviderErrorDomain = "com.amazonaws.AWSCognitoIdentityProviderErrorDomain"

/// The codes of errors that do not come from the service.
///
/// For the codes of service errors, see ``AWSCognitoIdentityProviderErrorType``.
public enum AWSCognitoIdentityClientErrorType: Int, Sendable {
    /// Any other error.
    case unknown = 0
    /// The delegate is missing, or lacks a required method.
    case invalidAuthenticationDelegate = -1000
    /// Never reported. It exists for source compatibility with the SDK.
    case customAuthenticationNotSupported = -2000
    /// This device is not registered with the service for this user.
    case deviceNotTracked = -3000
}

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

    /// The SDK's codes of errors that do not come from the service, by error class or type.
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
    ///   - hasStepObject: whether the delegate has already provided an object, which changes some messages.
    convenience init(_ failure: StyleFailure, hasStepObject: Bool = false) {
        let clientCode = Self.clientCodes[failure.category] ?? Self.clientCodes[failure.type]
        let code = clientCode?.rawValue ?? AWSCognitoIdentityProviderErrorType(serviceName: failure.type).rawValue
        let laterMessage = hasStepObject ? Self.laterMessages[failure.type] : nil
        let sdkMessage = laterMessage ?? Self.messages[failure.type]
        self.init(code: code, type: failure.type, message: sdkMessage ?? failure.message)
    }

    convenience init(client code: AWSCognitoIdentityClientErrorType, type: String, message: String) {
        self.init(code: code.rawValue, type: type, message: message)
    }

    private convenience init(code: Int, type: String, message: String) {
        let details = ["__type": type, "message": message, NSLocalizedDescriptionKey: message]
        self.init(domain: AWSCognitoIdentityProviderErrorDomain, code: code, userInfo: details)
    }
}
