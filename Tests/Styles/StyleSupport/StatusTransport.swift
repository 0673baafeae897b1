package import CognitoClient
package import FlowRuntime

/// A way to the service on which something else answers every request: a status, and a body that says nothing of the service.
package struct StatusTransport: HTTPTransport {
    private let status: Int
    private let body: String

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        HTTPResponse(status: status, fields: [], body: Array(body.utf8))
    }

    /// A client that has such a way, and sends nothing again.
    package static func client(_ status: Int, _ body: String) throws -> any FlowService {
        try CognitoClient(
            region: "us-east-1", settings: CognitoClientSettings(retries: .none),
            transport: StatusTransport(status: status, body: body))
    }
}
