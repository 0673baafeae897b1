import FlowCore
import NIOHTTP1
import UserPool

/// An HTTP response.
struct PoolAnswer: Sendable {
    private static let contentType = "application/x-amz-json-1.1"

    let status: HTTPResponseStatus
    var headers: HTTPHeaders
    let body: [UInt8]
    /// Whether the connection ends after the response.
    var isLast = false

    /// Creates the HTTP response that contains a reply of the pool. An error's type is in a header and in the body,
    /// since some clients read one and some the other.
    init(_ reply: PoolReply) {
        self.init(
            HTTPResponseStatus(statusCode: reply.status), Self.contentType, Array(reply.body.jsonText.utf8),
            errorType: reply.errorType)
        headers.add(name: "Cache-Control", value: "no-store")
    }

    /// Creates the response to a request that is rejected before it reaches the pool. It ends the connection, since the
    /// end of the rejected request may be unknown.
    init(rejecting status: HTTPResponseStatus, _ type: String, _ message: String) {
        self.init(PoolReply(error: type, message, status: Int(status.code)))
        isLast = true
    }

    /// Creates a response with a public JSON document.
    init(document: [UInt8]) {
        self.init(.ok, "application/json", document)
    }

    /// Creates a response without headers and body.
    init(_ status: HTTPResponseStatus) {
        self.status = status
        headers = [:]
        body = []
    }

    /// Creates a response with a body, its content type and, for an error, the header with the error's type.
    private init(_ status: HTTPResponseStatus, _ type: String, _ body: [UInt8], errorType: String? = nil) {
        self.status = status
        self.body = body
        headers = ["Content-Type": type, "Content-Length": "\(body.count)"]
        if let errorType { headers.add(name: "x-amzn-errortype", value: errorType) }
    }

    /// Returns the bytes of the last response on a connection, in HTTP/1.1. `hasBody` is false for a `HEAD` request,
    /// whose response has no body.
    func lastBytes(hasBody: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return Array((text + "Connection: close\r\n\r\n").utf8) + (hasBody ? body : [])
    }
}
