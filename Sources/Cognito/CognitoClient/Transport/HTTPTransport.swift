public import FlowCore
package import FlowRuntime
import Foundation

/// A transport, which sends requests over HTTP. To use another HTTP library, conform to this protocol.
public protocol HTTPTransport: Sendable {
    /// Sends one request, once.
    ///
    /// A transport follows no redirects and never retries, because only the caller knows whether a request is
    /// idempotent. It does not retry even if a reused connection turns out to be closed after a part of the request was
    /// sent. A transport returns soon after its task is canceled. Its own time limit, if it has one, is a minute or
    /// longer.
    ///
    /// A transport never reuses a connection whose request failed or was canceled. Otherwise, a late response could
    /// answer the next request, which may be another user's.
    /// - Returns: the response, whatever its status.
    /// - Throws: ``HTTPFailure`` if there is no response.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

#if canImport(CCurl)
    /// The default transport. On Linux, it uses libcurl, because `URLSession` crashes the process if a connection ends
    /// inside a response's head.
    public typealias SystemTransport = CurlTransport
#else
    /// The default transport.
    public typealias SystemTransport = URLSessionTransport
#endif

/// A POST request for a transport.
///
/// Header fields and body contain secrets: a transport must not log them.
public struct HTTPRequest: Sendable, Redacted {
    /// The absolute URL.
    public var url: String
    /// The header fields, without connection headers such as `Host` and `Content-Length`.
    public var fields: [HTTPField]
    package var content: FlowSecret
    /// The maximum size of the response's decoded body, in bytes.
    public var maxResponseSize: Int

    /// Creates a POST request.
    /// - Parameters:
    ///   - url: the absolute URL.
    ///   - fields: the header fields, without connection headers.
    ///   - body: the bytes to send. The request keeps a copy, which is zeroed when its last reference is released.
    ///   - maxResponseSize: the maximum size of the response's decoded body, in bytes.
    public init(url: String, fields: [HTTPField], body: [UInt8], maxResponseSize: Int = 1 << 20) {
        self.init(url: url, fields: fields, content: FlowSecret(body), maxResponseSize: maxResponseSize)
    }

    /// Creates a POST request without copying its body.
    package init(url: String, fields: [HTTPField], content: FlowSecret, maxResponseSize: Int) {
        self.url = url
        self.fields = fields
        self.content = content
        self.maxResponseSize = maxResponseSize
    }

    /// A copy of the body, which is not zeroed. If you set the body, the request keeps a copy, which is zeroed when its
    /// last reference is released.
    public var body: [UInt8] {
        get { content.bytes }
        set { content = FlowSecret(newValue) }
    }

    /// The value of the first field with a name, ignoring case, or nil if there is none.
    public subscript(name: String) -> String? { fields.first(named: name) }

    /// The URL and the body's size.
    public var description: String { "POST \(url), \(content.count) bytes" }
}

extension [HTTPField] {
    /// Returns the value of the first field with a name, ignoring case, or nil if there is none.
    func first(named name: String) -> String? {
        let wanted = name.lowercased()
        return first { $0.name.lowercased() == wanted }?.value
    }
}

/// A header field.
public struct HTTPField: Sendable, Equatable, Redacted {
    /// The name, which is case-insensitive.
    public var name: String
    /// The value, without surrounding blanks.
    public var value: String

    /// Creates a header field from its name and its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The response to a request, whatever its status.
public struct HTTPResponse: Sendable, Redacted {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var fields: [HTTPField]
    /// The whole body.
    public var body: [UInt8]

    /// Creates a response, by default without header fields and body.
    public init(status: Int, fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The value of the first field with a name, ignoring case, or nil if there is none.
    public subscript(name: String) -> String? { fields.first(named: name) }

    /// The status and the body's size.
    public var description: String { "status \(status), \(body.count) bytes" }
}

/// A request in flight: collects the response, and ends exactly once.
final class HTTPExchange: @unchecked Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    private let longestBody: Int
    /// The lock that guards all properties below.
    private let lock = NSLock()
    /// The response so far, or nil before its head.
    private var response: HTTPResponse?
    /// The result, or nil until the exchange has ended.
    private var outcome: Outcome?
    /// The caller of ``result(_:)`` while it waits.
    private var waiter: CheckedContinuation<Void, Never>?

    /// Creates an exchange.
    /// - Parameter longestBody: the maximum size of the body in bytes. A longer one ends the exchange with a failure.
    init(longestBody: Int) {
        self.longestBody = longestBody
    }

    /// Calls `start` unless the exchange has already ended, waits for its end, and returns the outcome.
    func result(_ start: () -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            let isOver = lock.withLock {
                if outcome == nil { waiter = continuation }
                return outcome != nil
            }
            if isOver { continuation.resume() } else { start() }
        }
        // The outcome, which is set by now, is not passed through the continuation. If the continuation is resumed
        // before the wait begins, ThreadSanitizer misses the happens-before edge to what the other thread wrote.
        return lock.withLock { outcome } ?? .failure(.other(code: 0))
    }

    /// Whether the exchange has ended, with or without a response.
    var isFinished: Bool { lock.withLock { outcome != nil } }

    /// Ends the exchange with an outcome. Has no effect if the exchange has already ended.
    func finish(_ outcome: Outcome) {
        let waiter = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            guard self.outcome == nil else { return nil }
            self.outcome = outcome
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume()
    }

    /// Ends the exchange with the response received, or with `failure` if there is none.
    func finishWithResponse(orFailure failure: HTTPFailure) {
        if let response = lock.withLock({ response }) {
            finish(.success(response))
        } else {
            finish(.failure(failure))
        }
    }

    /// Receives the head of the response: status and header fields. A later head, such as the one after a status of
    /// 100, replaces an earlier one.
    func receive(status: Int, fields: [HTTPField]) {
        lock.withLock { response = HTTPResponse(status: status, fields: fields) }
    }

    /// Ends the exchange with a failure if the body's announced length exceeds the maximum.
    /// - Parameter length: the announced length in bytes, or a negative number if it is unknown.
    func finishIfTooLong(announcedLength length: Int64) {
        if length > Int64(longestBody) { finish(.failure(.tooLong(limit: longestBody))) }
    }

    /// Appends a part of the body to the response. If the body exceeds the maximum, the exchange ends with a failure.
    func receive(_ bytes: some Collection<UInt8>) {
        let isTooLong = lock.withLock {
            guard (response?.body.count ?? 0) + bytes.count <= longestBody else { return true }
            response?.body.append(contentsOf: bytes)
            return false
        }
        if isTooLong { finish(.failure(.tooLong(limit: longestBody))) }
    }
}
