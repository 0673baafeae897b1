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
