/// The codes of errors that the service tells, as the SDK's last version counts them.
///
/// A case has the service's name of the error without `Exception`.
public enum AWSCognitoIdentityProviderErrorType: Int, Sendable, CaseIterable {
    /// None of the others, or an error that did not come from the service.
    case unknown = 0
    /// An address belongs to another account already.
    case aliasExists
    /// A code could not be sent.
    case codeDeliveryFailure
    /// A code is wrong.
    case codeMismatch
    /// Somebody else changed the same thing at once.
    case concurrentModification
    /// The pool has an identity provider of this name.
    case duplicateProvider
    /// A code of an authenticator app did not fit.
    case enableSoftwareTokenMFA
    /// A code is too old.
    case expiredCode
    /// The service's firewall refuses the request.
    case forbidden
    /// The pool has a group of this name.
    case groupExists
    /// The service failed.
    case internalError
    /// The pool may not send mail with its role.
    case invalidEmailRoleAccessPolicy
    /// A trigger's answer is malformed.
    case invalidLambdaResponse
    /// The app client does not allow this OAuth flow.
    case invalidOAuthFlow
    /// A parameter is malformed.
    case invalidParameter
    /// A password does not follow the pool's rules.
    case invalidPassword
    /// The pool may not send text messages with its role.
    case invalidSmsRoleAccessPolicy
    /// The service may not take the pool's role for text messages.
    case invalidSmsRoleTrustRelationship
    /// The pool's configuration does not fit the request.
    case invalidUserPoolConfiguration
    /// There were too many attempts or requests of this kind.
    case limitExceeded
    /// There is no second factor that could be asked for.
    case mfaMethodNotFound
    /// The password is wrong, a session is over, or a token is not accepted.
    case notAuthorized
    /// The password must be reset first.
    case passwordResetRequired
    /// A condition of the request does not hold.
    case preconditionNotMet
    /// The pool, the client or the device is not there.
    case resourceNotFound
    /// A scope is not there.
    case scopeDoesNotExist
    /// The user has no authenticator app.
    case softwareTokenMFANotFound
    /// There were too many wrong attempts.
    case tooManyFailedAttempts
    /// There are too many requests.
    case tooManyRequests
    /// The request is not authorised.
    case unauthorized
    /// A trigger could not be run.
    case unexpectedLambda
    /// The kind of identity provider is not supported.
    case unsupportedIdentityProvider
    /// The operation is not supported here.
    case unsupportedOperation
    /// Tokens of this kind cannot be revoked.
    case unsupportedTokenType
    /// The user's state does not allow the request.
    case unsupportedUserState
    /// An import of users is running.
    case userImportInProgress
    /// A trigger refused the request.
    case userLambdaValidation
    /// The user has not confirmed the account.
    case userNotConfirmed
    /// There is no such user.
    case userNotFound
    /// The pool lacks a paid addition.
    case userPoolAddOnNotEnabled
    /// The pool's tags do not fit.
    case userPoolTagging
    /// There is a user of this name.
    case usernameExists

    /// The cases by the service's names in small letters, since Swift's names of cases differ from them in that alone.
    private static let byServiceName = Dictionary(
        uniqueKeysWithValues: allCases.map { ("\($0)exception".lowercased(), $0) })

    /// The code of an error.
    /// - Parameter serviceName: its name, such as `UserNotFoundException`; `unknown` where the service has no such.
    init(serviceName: String) { self = Self.byServiceName[serviceName.lowercased()] ?? .unknown }
}
