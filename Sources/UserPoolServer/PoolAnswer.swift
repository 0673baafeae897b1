import FlowCore
import NIOHTTP1
import UserPool

/// An HTTP response.
struct PoolAnswer: Sendable {
    private static let contentType = "application/x-amz-json-1.1"

    let status: HTTPResponseStatus
    var headers: HTTPHeaders
    let body: [UInt8]
    /// Whether the connection ends after it.
    var isLast = false

    /// Creates a response of the pool.
    ///
    /// It states an error's type in the header and the body, since clients read either.
    init(_ reply: PoolReply) {
        self.init(
            HTTPResponseStatus(statusCode: reply.status), Self.contentType, Array(reply.body.jsonText.utf8),
            errorType: reply.errorType)
        headers.add(name: "Cache-Control", value: "no-store")
    }

    /// Creates a rejection of a request that does not reach the pool.
    ///
    /// It ends the connection, whose remaining bytes are undefined.
    init(refusing status: HTTPResponseStatus, _ type: String, _ message: String) {
        self.init(PoolReply(error: type, message, status: Int(status.code)))
        isLast = true
    }

    /// Creates a public document.
    init(document: [UInt8]) {
        self.init(.ok, "application/json", document)
    }

    /// Creates a response without a body.
    init(_ status: HTTPResponseStatus) {
        self.status = status
        headers = [:]
        body = []
    }

    private init(_ status: HTTPResponseStatus, _ type: String, _ body: [UInt8], errorType: String? = nil) {
        self.status = status
        self.body = body
        headers = ["Content-Type": type, "Content-Length": "\(body.count)"]
        if let errorType { headers.add(name: "x-amzn-errortype", value: errorType) }
    }

    /// The HTTP/1.1 bytes of the last response on a connection.
    /// - Parameter hasBody: whether to include the body; a `HEAD` request gets none.
    /// - Returns: the bytes.
    func lastBytes(hasBody: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return Array((text + "Connection: close\r\n\r\n").utf8) + (hasBody ? body : [])
    }
}
