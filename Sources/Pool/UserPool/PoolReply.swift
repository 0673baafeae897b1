import CognitoWire
public import FlowCore
import FlowRuntime

/// The pool's response to a request, as sent over HTTP.
public struct PoolReply: Sendable, Redacted {
    /// The HTTP status: 200 for success, 400 for a rejected request, 500 if the pool failed.
    public let status: Int
    /// The error's type, such as `NotAuthorizedException`; nil for success.
    ///
    /// It is the value of the header `x-amzn-errortype`.
    public let errorType: String?
    /// The body, a JSON object.
    public let body: JSONValue

    /// Creates a successful response.
    public init(_ body: JSONValue) {
        status = 200
        errorType = nil
        self.body = body
    }

    /// Creates an error response.
    /// - Parameters:
    ///   - type: the error's type, such as `NotAuthorizedException`.
    ///   - message: a message for the client's user, without secrets.
    ///   - status: the HTTP status: 400 for a rejected request, 500 if the pool failed.
    public init(error type: String, _ message: String, status: Int = 400) {
        self.status = status
        errorType = type
        body = .object([JSONMember("__type", .string(type)), JSONMember("message", .string(message))])
    }

    init(_ error: PoolError) {
        self.init(error: error.type, error.message, status: error.isFault ? 500 : 400)
    }

    /// The response in the form that flows receive.
    var flowReply: FlowReply {
        guard let errorType else { return .json(WireForm.convertedReply(body)) }
        return .error(type: errorType, message: body["message"]?.string ?? "")
    }
}

extension JSONValue {
    /// Returns an object whose members are strings, sorted by name.
    static func stringMap(_ map: [String: String]) -> JSONValue {
        .object(map.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    static func list(_ items: [String]) -> JSONValue { .array(items.map { .string($0) }) }

    /// Returns the JSON text of a list of strings, which is the form of lists in challenge parameters.
    static func listText(_ items: [String]) -> String { list(items).jsonText }

    /// Returns attributes as a list of `{"Name": …, "Value": …}`, sorted by name.
    static func attributes(_ map: [String: String]) -> JSONValue {
        .array(
            map.sorted { $0.key < $1.key }.map {
                .object([JSONMember("Name", .string($0.key)), JSONMember("Value", .string($0.value))])
            })
    }

    /// Returns a time in seconds since 1970, the API's format.
    static func time(_ seconds: Int64) -> JSONValue { .number(String(seconds)) }
}

/// An error of the API, whose message contains no secret.
struct PoolError: Error, Sendable, Equatable {
    /// The error's type, such as `NotAuthorizedException`.
    let type: String
    let message: String

    init(_ type: String, _ message: String) {
        self.type = type
        self.message = message
    }

    /// Whether the pool failed, and not the request.
    var isFault: Bool { type == Self.notStored.type }

    /// Creates a `NotAuthorizedException` with a message for the client.
    static func notAuthorized(_ message: String) -> PoolError { PoolError("NotAuthorizedException", message) }
    /// Creates an `InvalidParameterException` with a message for the client.
    static func invalidParameter(_ message: String) -> PoolError { PoolError("InvalidParameterException", message) }
    /// Creates a `ResourceNotFoundException` with a message for the client.
    static func notFound(_ message: String) -> PoolError { PoolError("ResourceNotFoundException", message) }

    static let notStored = PoolError("InternalErrorException", "The pool's file cannot be written")
    static let wrongPassword = notAuthorized("Incorrect username or password.")
    /// The session is unknown, or was already used.
    static let invalidSession = notAuthorized("Invalid session for the user.")
    static let expiredSession = notAuthorized("Invalid session for the user, session is expired.")
    static let tooManyPasswords = notAuthorized("Password attempts exceeded")
    static let disabled = notAuthorized("User is disabled.")
    static let unknownUser = PoolError("UserNotFoundException", "User does not exist.")
    static let unconfirmed = PoolError("UserNotConfirmedException", "User is not confirmed.")
    static let resetRequired = PoolError("PasswordResetRequiredException", "Password reset required for the user")
    static let unknownDevice = notFound("Device does not exist.")
    static let wrongCode = PoolError("CodeMismatchException", "Invalid code or auth state for the user.")
    static let wrongSoftwareTokenCode = PoolError("CodeMismatchException", "Invalid code received for user")
    static let wrongVerificationCode = PoolError(
        "CodeMismatchException", "Invalid verification code provided, please try again.")
    static let expiredCode = PoolError("ExpiredCodeException", "Invalid code provided, please request a code again.")
    static let usedSoftwareToken = PoolError("ExpiredCodeException", "Your software token has already been used once.")
    static let tooManyAttempts = PoolError(
        "LimitExceededException", "Attempt limit exceeded, please try after some time.")

    /// The operations whose documented errors do not include `UserNotFoundException`. They reject the token of a
    /// deleted user as unauthorized.
    private static let operationsWithoutUnknownUser: Set<String> = [
        "AssociateSoftwareToken", "GlobalSignOut", "StartWebAuthnRegistration", "CompleteWebAuthnRegistration",
        "ListWebAuthnCredentials", "DeleteWebAuthnCredential",
    ]

    /// Returns the error that an operation reports in place of this one, so that clients receive only documented errors
    /// (API reference). A documented error is returned unchanged.
    func documented(for operation: String) -> PoolError {
        switch (operation, type) {
        case (_, "UserNotFoundException") where Self.operationsWithoutUnknownUser.contains(operation):
            .notAuthorized(message)
        case ("AdminListDevices", "UserNotFoundException"), ("AdminGetDevice", "UserNotFoundException"):
            .notFound(message)
        case ("RevokeToken", "ResourceNotFoundException"), ("RevokeToken", "NotAuthorizedException"):
            PoolError("UnauthorizedException", message)
        case ("AssociateSoftwareToken", "PasswordResetRequiredException"),
            ("GetTokensFromRefreshToken", "PasswordResetRequiredException"),
            ("GetTokensFromRefreshToken", "UserNotConfirmedException"):
            .notAuthorized(message)
        case ("SignUp", "AliasExistsException"), ("AdminCreateUser", "AliasExistsException"):
            PoolError("UsernameExistsException", message)
        default: self
        }
    }
}
