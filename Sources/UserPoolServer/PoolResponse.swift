import FlowCore
import FlyingFox
import Foundation
import UserPool

/// Answers as they go over HTTP.
enum PoolResponse {
    private static let contentType = "application/x-amz-json-1.1"

    /// The answer of the pool. An error says its type twice: clients read the header or the body.
    static func response(_ reply: PoolReply) -> HTTPResponse {
        HTTPResponse(
            statusCode: status(reply.status), headers: headers(reply), body: Data(reply.body.jsonText.utf8))
    }

    /// An answer after which the connection is closed.
    /// - Parameters:
    ///   - reply: the answer.
    ///   - status: its status.
    ///   - request: what it answers.
    ///   - draining: how many bytes of the request are read before that.
    /// - Returns: the answer.
    static func lastResponse(
        _ reply: PoolReply, _ status: HTTPStatusCode, to request: HTTPRequest, draining: Int
    ) -> HTTPResponse {
        var headers = headers(reply)
        headers[.connection] = "close"
        // Who asks for headers alone reads no body.
        let text = request.method == .HEAD ? "" : reply.body.jsonText
        let body = ClosingBody(bytes: Array(text.utf8), unread: request.bodySequence, draining: draining)
        return HTTPResponse(
            statusCode: status, headers: headers, body: HTTPBodySequence(from: body, count: text.utf8.count))
    }

    /// A document that anybody may read.
    static func document(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: Data(bytes))
    }

    private static func headers(_ reply: PoolReply) -> HTTPHeaders {
        var headers: HTTPHeaders = [.contentType: contentType, HTTPHeader("Cache-Control"): "no-store"]
        if let type = reply.errorType { headers[HTTPHeader("x-amzn-errortype")] = type }
        return headers
    }

    private static func status(_ code: Int) -> HTTPStatusCode {
        switch code {
        case 200: .ok
        case 400: .badRequest
        default: HTTPStatusCode(code, phrase: code < 500 ? "Refused" : "Internal Server Error")
        }
    }
}
