import CognitoHandlers
public import FlowCore

/// An app client of a pool.
public struct PoolClient: Sendable, Equatable, Redacted {
    /// The app client's id.
    public var id: String
    /// The app client's secret, or nil if it has none. A request for a client with a secret must prove the secret.
    public var secret: String?
    /// The permitted authentication flows.
    public var authFlows = Set(AuthFlow.allCases)
    /// Whether responses hide whether a user exists (`PreventUserExistenceErrors`).
    public var hidesUserExistence = true
    /// The validity of a session in minutes. Amazon Cognito permits 3 to 15.
    public var sessionMinutes = 3
    /// The validity of access and ID tokens in minutes.
    public var tokenMinutes = 60
    /// The validity of refresh tokens in days.
    public var refreshTokenDays = 30
    /// Whether each refresh replaces the refresh token.
    public var rotatesRefreshTokens = false
    /// The time in seconds during which a replaced refresh token remains valid.
    public var rotationGraceSeconds = 0

    var sessionSeconds: Int64 { Int64(sessionMinutes) * 60 }
    /// The validity of access and ID tokens in seconds.
    var tokenSeconds: Int64 { Int64(tokenMinutes) * 60 }
    var refreshTokenSeconds: Int64 { Int64(refreshTokenDays) * 86_400 }

    /// Creates a client that permits every flow; without a secret unless `secret` is given.
    public init(id: String = "app-client", secret: String? = nil) {
        self.id = id
        self.secret = secret
    }

    // MARK: Proof of the secret

    /// Verifies a request's secret hash, if the app client has a secret. The hash must be computed with the username
    /// exactly as the request has it.
    func checkSecretHash(_ hash: String?, of name: String) throws(PoolError) {
        guard let secret else { return }
        guard let hash else {
            throw .notAuthorized("Client \(id) is configured with secret but SECRET_HASH was not received")
        }
        let expected = SecretHash.text(username: name, clientID: id, clientSecret: secret)
        guard ConstantTime.isSame(hash, expected) else {
            throw .notAuthorized("Unable to verify secret hash for client \(id)")
        }
    }

    /// Verifies the secret in a request, if the app client has one.
    func checkSecret(_ given: String?) throws(PoolError) {
        guard let secret else { return }
        guard let given, ConstantTime.isSame(given, secret) else {
            throw .notAuthorized("Unable to verify the secret of client \(id)")
        }
    }
}

extension PoolClient {
    /// Reads an app client from a seed; missing members have their default.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init()
        try reader.rejectMembers(otherThan: [
            "id", "secret", "authFlows", "hidesUserExistence", "sessionMinutes", "tokenMinutes", "refreshTokenDays",
            "rotatesRefreshTokens", "rotationGraceSeconds",
        ])
        try reader.readNonempty("id", &id, longest: MaxLength.name)
        try reader.read("secret", &secret)
        guard secret != "" else { throw reader.failure("secret", mustBe: SeedReader.nonemptyString) }
        var flows = AuthFlow.allCases
        try reader.read("authFlows", &flows)
        authFlows = Set(flows)
        try reader.read("hidesUserExistence", &hidesUserExistence)
        try reader.read("sessionMinutes", &sessionMinutes, in: 3...15)
        try reader.read("tokenMinutes", &tokenMinutes, in: 5...1440)
        try reader.read("refreshTokenDays", &refreshTokenDays, in: 1...3650)
        try reader.read("rotatesRefreshTokens", &rotatesRefreshTokens)
        try reader.read("rotationGraceSeconds", &rotationGraceSeconds, in: 0...60)
    }
}

/// An authentication flow, with the API's `AuthFlow` names as raw values.
public enum AuthFlow: String, Sendable, Codable, CaseIterable {
    case userSRP = "USER_SRP_AUTH"
    case userPassword = "USER_PASSWORD_AUTH"
    case custom = "CUSTOM_AUTH"
    case user = "USER_AUTH"
    case refreshToken = "REFRESH_TOKEN_AUTH"
    case refreshTokenShort = "REFRESH_TOKEN"
    case adminUserPassword = "ADMIN_USER_PASSWORD_AUTH"
    case adminNoSRP = "ADMIN_NO_SRP_AUTH"

    /// Whether only `AdminInitiateAuth` accepts the flow.
    var isAdminOnly: Bool { self == .adminUserPassword || self == .adminNoSRP }
    /// Whether `AdminInitiateAuth` accepts the flow.
    var isForAdmins: Bool { self != .userPassword }
    var isRefresh: Bool { self == .refreshToken || self == .refreshTokenShort }
}

/// A key that signs administrators' requests to a pool server.
public struct PoolAccessKey: Sendable, Equatable, Redacted {
    /// The access key id.
    public var id: String
    /// The secret access key.
    public var secret: String

    /// Creates a key from its id and secret.
    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Reads a key from a seed; both members are required.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init(id: "", secret: "")
        try reader.rejectMembers(otherThan: ["id", "secret"])
        try reader.readNonempty("id", &id)
        try reader.readNonempty("secret", &secret)
        for name in ["id", "secret"] where !reader.hasMember(name) {
            throw reader.failure(name, mustBe: SeedReader.nonemptyString)
        }
        let printableASCII = UInt8(ascii: "!")...UInt8(ascii: "~")
        // In the Authorization header, a slash follows the id, and commas separate the parts.
        guard id.utf8.allSatisfy({ printableASCII.contains($0) && !"/,".utf8.contains($0) }) else {
            throw reader.failure("id", mustBe: "printable ASCII without spaces, '/' or ','")
        }
    }

    /// The key's id, without its secret.
    public var description: String { "PoolAccessKey(\(id))" }
    /// A mirror with only the key's id, so that reflection shows no secret.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
