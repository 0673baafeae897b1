public import FlowCore

/// AWS credentials: access key, secret key and optional session token.
public struct AWSCredentials: Sendable, Equatable, Redacted {
    /// The access key id, which is public.
    public let accessKeyID: String
    /// The secret access key.
    let secretAccessKey: String
    /// The session token of temporary credentials; nil for permanent ones.
    let sessionToken: String?

    /// Creates credentials. Only temporary ones have a session token.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// The type's name, without the credentials.
    public var description: String { "AWSCredentials(secret)" }
}

/// Supplies the credentials that sign a request: fixed credentials, or the rotating credentials of the machine's role.
public protocol AWSCredentialsProvider: Sendable {
    /// Returns the current credentials. The client calls this before each request, so cache them while they are valid.
    /// - Throws: ``AWSCredentialsFailure`` if there are none.
    func credentials() async throws(AWSCredentialsFailure) -> AWSCredentials
}

/// Reports why there are no credentials.
public struct AWSCredentialsFailure: Error, Sendable {
    /// What went wrong, for the operator of the host. It must not contain secrets.
    public let message: String

    /// Creates a failure.
    /// - Parameter message: what went wrong, without secrets.
    public init(_ message: String) {
        self.message = message
    }
}

/// Fixed credentials.
public struct StaticAWSCredentials: AWSCredentialsProvider, Redacted {
    private let value: AWSCredentials

    /// Creates a provider that always returns these credentials.
    public init(_ value: AWSCredentials) {
        self.value = value
    }

    /// Returns the credentials.
    public func credentials() -> AWSCredentials { value }
}
