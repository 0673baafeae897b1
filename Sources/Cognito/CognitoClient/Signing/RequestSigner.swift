public import FlowCore

/// A signer of requests of operations whose name begins with `Admin`. In botocore's model, all others that a flow can
/// send have the authentication type "none".
struct RequestSigner: Sendable {
    /// Reports why a request cannot be signed.
    struct Failure: Error {
        let message: String
    }

    let operation: String
    let endpoint: CognitoEndpoint
    let settings: CognitoClientSettings

    /// Whether the operation requires a signature.
    var isNeeded: Bool { operation.hasPrefix("Admin") }

    /// Signs a request with the current time, if it needs a signature.
    /// - Parameters:
    ///   - request: the request without a signature.
    ///   - offset: the difference between the service's time and the device's, in seconds.
    /// - Returns: the signed request, or the unchanged request if it needs no signature.
    /// - Throws: ``Failure`` if the client has no credentials or no region, or if the credentials are malformed.
    func signed(_ request: HTTPRequest, offset: Int64) async throws(Failure) -> HTTPRequest {
        guard isNeeded else { return request }
        let signature = try await makeSignature(offset: offset)
        var signed = request
        // The signature covers `Host`, but the transport adds this field to the request.
        let fields = signature.signedFields(
            method: "POST", path: endpoint.path, fields: request.fields + [HTTPField("Host", endpoint.host)],
            body: request.body)
        signed.fields = fields.filter { $0.name != "Host" }
        return signed
    }

    /// Returns a signature with the client's credentials and the service's current time.
    /// - Throws: ``Failure`` if the client has no credentials or no region, or if the credentials are malformed.
    private func makeSignature(offset: Int64) async throws(Failure) -> SignatureV4 {
        guard let provider = settings.credentials else {
            throw Failure(message: "\(operation) needs AWS credentials: set 'credentials' in the client's settings")
        }
        guard let region = endpoint.region else {
            throw Failure(message: "\(operation) must be signed for a region: pass 'region' when you create the client")
        }
        let credentials: AWSCredentials
        do throws(AWSCredentialsFailure) {
            credentials = try await provider.credentials()
        } catch {
            throw Failure(message: "there are no AWS credentials for \(operation): \(error.message)")
        }
        guard credentials.canBeSent else {
            throw Failure(
                message: "the access key ID or the session token for \(operation) contains a line break, or another "
                    + "character that is not visible ASCII")
        }
        return SignatureV4(
            credentials: credentials, region: region, service: "cognito-idp",
            time: UTCTime(seconds: settings.now().clampedSum(offset)))
    }
}

extension Int64 {
    /// Returns the sum, clamped to the type's range.
    fileprivate func clampedSum(_ other: Int64) -> Int64 {
        let (sum, hasOverflowed) = addingReportingOverflow(other)
        guard hasOverflowed else { return sum }
        return other < 0 ? .min : .max
    }
}

/// AWS credentials: access key, secret key and optional session token.
public struct AWSCredentials: Sendable, Equatable, Redacted {
    /// The access key id, which is public.
    public let accessKeyID: String
    let secretAccessKey: String
    /// The session token of temporary credentials; nil for permanent ones.
    let sessionToken: String?

    /// Creates credentials. Only temporary credentials have a session token.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// Whether the texts that the header contains are visible ASCII. A text that was read from a file may end with a
    /// line break, which no transport accepts.
    fileprivate var canBeSent: Bool {
        (accessKeyID + (sessionToken ?? "")).utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The type's name, without the credentials.
    public var description: String { "AWSCredentials(secret)" }
}

/// A provider of the credentials that sign a request: fixed credentials, or the rotating credentials of the machine's
/// role.
public protocol AWSCredentialsProvider: Sendable {
    /// Returns the current credentials. The client calls this function before each attempt to send a request that must
    /// be signed, so cache credentials while they are valid.
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
