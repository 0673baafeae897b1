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

    /// The request with its signature, of this moment, or as it is if it needs none.
    func signed(_ request: HTTPRequest) async throws(Failure) -> HTTPRequest {
        guard operation.hasPrefix("Admin") else { return request }
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
            credentials: credentials, region: region, service: "cognito-idp", time: UTCTime(seconds: settings.now()))
        var signed = request
        // The transport adds `Host` itself.
        let fields = signature.signing(
            method: "POST", path: endpoint.path, fields: request.fields + [HTTPField("Host", endpoint.host)],
            body: request.body)
        signed.fields = fields.filter { $0.name != "Host" }
        return signed
    }
}
