import FlowCore
import NIOHTTP1
import UserPool

/// An answer as it goes over HTTP.
struct PoolAnswer: Sendable {
    private static let contentType = "application/x-amz-json-1.1"

    let status: HTTPResponseStatus
    var headers: HTTPHeaders
    let body: [UInt8]
    /// Whether the connection ends with it.
    var isLast = false

    /// Creates an answer of the pool. An error says its type twice: clients read the header or the body.
    init(_ reply: PoolReply) {
        self.init(
            HTTPResponseStatus(statusCode: reply.status), Self.contentType, Array(reply.body.jsonText.utf8),
            errorType: reply.errorType)
        headers.add(name: "Cache-Control", value: "no-store")
    }

    /// A refusal of a request that does not reach the pool; the connection, whose rest may be anything, ends with it.
    init(refusing status: HTTPResponseStatus, _ type: String, _ message: String) {
        self.init(PoolReply(error: type, message, status: Int(status.code)))
        isLast = true
    }

    /// Creates a document that anybody may read.
    init(document: [UInt8]) {
        self.init(.ok, "application/json", document)
    }

    /// Creates an answer that is only a head.
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

    /// The answer in the bytes of HTTP/1.1, for a connection that ends with it.
    /// - Parameter hasBody: whether its body goes with it; a client that asked for the head alone reads none.
    /// - Returns: the bytes.
    func lastBytes(hasBody: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return Array((text + "Connection: close\r\n\r\n").utf8) + (hasBody ? body : [])
    }
}
