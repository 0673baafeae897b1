/// Signs the requests that the service wants signed: those of operations whose name begins with `Admin` (botocore's model: all
/// others that a flow can send have the authentication type "none").
struct RequestSigner: Sendable {
    /// Why a request cannot be signed.
    struct Failure: Error {
        let message: String
    }

    let operation: String
    let endpoint: CognitoEndpoint
    let settings: CognitoClientSettings

    /// Whether requests are signed.
    var isNeeded: Bool { operation.hasPrefix("Admin") }

    /// The request with its signature, of this moment, or as it is if it needs none.
    /// - Parameters:
    ///   - request: the request without a signature.
    ///   - offset: seconds from the device's time to the service's.
    /// - Returns: the request to send.
    /// - Throws: what the client lacks.
    func signed(_ request: HTTPRequest, offset: Int64) async throws(Failure) -> HTTPRequest {
        guard isNeeded else { return request }
        guard let provider = settings.credentials else {
            throw Failure(message: "\(operation) needs AWS credentials: give the client's settings some")
        }
        guard let region = endpoint.region else {
            throw Failure(message: "\(operation) is signed for a region: give the client one with its endpoint")
        }
        let credentials: AWSCredentials
        do throws(AWSCredentialsFailure) {
            credentials = try await provider.credentials()
        } catch {
            throw Failure(message: "there are no AWS credentials for \(operation): \(error.message)")
        }
        let signature = SignatureV4(
            credentials: credentials, region: region, service: "cognito-idp",
            time: UTCTime(seconds: settings.now().clampedSum(offset)))
        var signed = request
        // The transport adds `Host` itself.
        let fields = signature.signing(
            method: "POST", path: endpoint.path, fields: request.fields + [HTTPField("Host", endpoint.host)],
            body: request.body)
        signed.fields = fields.filter { $0.name != "Host" }
        return signed
    }
}

extension Int64 {
    /// The sum, or the end of the range that it lies beyond.
    fileprivate func clampedSum(_ other: Int64) -> Int64 {
        let (sum, isTooFar) = addingReportingOverflow(other)
        return isTooFar ? (other < 0 ? .min : .max) : sum
    }
}
