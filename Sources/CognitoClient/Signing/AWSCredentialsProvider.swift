/// Gives the credentials that sign a request: fixed ones, or those of the machine's role, which change.
public protocol AWSCredentialsProvider: Sendable {
    /// The credentials of this moment. Asked before each request; keeps them as long as they last.
    /// - Throws: why there are none.
    func credentials() async throws(AWSCredentialsFailure) -> AWSCredentials
}

/// Why there are no credentials.
public struct AWSCredentialsFailure: Error, Sendable {
    /// What went wrong, for the person who runs the host, without secrets.
    public let message: String

    /// A failure.
    /// - Parameter message: what went wrong, without secrets.
    public init(_ message: String) {
        self.message = message
    }
}

/// The same credentials for ever.
public struct StaticAWSCredentials: AWSCredentialsProvider {
    private let value: AWSCredentials

    /// These credentials.
    public init(_ value: AWSCredentials) {
        self.value = value
    }

    /// The credentials.
    public func credentials() -> AWSCredentials { value }
}
