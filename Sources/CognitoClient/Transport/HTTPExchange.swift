import Foundation

/// A request in flight: collects the response, and ends exactly once.
final class HTTPExchange: @unchecked Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    private let longestBody: Int
    /// Guards all properties below.
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
        // The outcome is not passed through the continuation: if that is resumed before the wait begins,
        // ThreadSanitizer misses the happens-before edge to what the other thread wrote.
        return lock.withLock { outcome } ?? .failure(.other(code: 0))
    }

    /// Whether it has ended, with or without a response.
    var isFinished: Bool { lock.withLock { outcome != nil } }

    /// Ends the exchange with an outcome. If it has already ended, this has no effect.
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
