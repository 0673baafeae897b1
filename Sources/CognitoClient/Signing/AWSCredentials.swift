public import FlowCore

/// AWS credentials, as AWS hands them out.
public struct AWSCredentials: Sendable, Equatable, Redacted {
    /// The public part: which key it is.
    public let accessKeyID: String
    /// The secret part.
    let secretAccessKey: String
    /// What goes with keys that last for a while.
    let sessionToken: String?

    /// Credentials.
    /// - Parameters:
    ///   - accessKeyID: which key it is.
    ///   - secretAccessKey: the key.
    ///   - sessionToken: what goes with keys that last for a while.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// The type's name.
    public var description: String { "AWSCredentials(secret)" }
}
