import Foundation

/// One request on its way: gathers the answer and ends once, with whatever ends it first.
final class HTTPExchange: @unchecked Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    private let longestBody: Int
    /// Guards all that follows.
    private let lock = NSLock()
    private var response: HTTPResponse?
    private var outcome: Outcome?
    private var waiter: CheckedContinuation<Void, Never>?

    /// - Parameter longestBody: how many bytes of body are gathered before the exchange ends as too long.
    init(longestBody: Int) {
        self.longestBody = longestBody
    }

    /// Starts and waits for the end.
    func result(_ start: () -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            let isOver = lock.withLock {
                if outcome == nil { waiter = continuation }
                return outcome != nil
            }
            if isOver { continuation.resume() } else { start() }
        }
        // Not by way of the continuation: where it is resumed before the wait begins, the thread sanitizer does not see that what
        // another thread has written comes before.
        return lock.withLock { outcome } ?? .failure(.other(code: 0))
    }

    /// Whether it has ended, with an answer or without.
    var isFinished: Bool { lock.withLock { outcome != nil } }

    /// Ends the exchange, if nothing did before.
    func finish(_ outcome: Outcome) {
        let waiter = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            guard self.outcome == nil else { return nil }
            self.outcome = outcome
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume()
    }

    /// Ends the exchange with what came.
    /// - Parameter failure: the end if no answer came.
    func finish(otherwise failure: HTTPFailure) {
        finish(lock.withLock { response }.map { .success($0) } ?? .failure(failure))
    }

    /// Status and header fields came; a later head, such as that behind a status of 100, takes the place of an earlier.
    func receive(status: Int, fields: [HTTPField]) {
        lock.withLock { response = HTTPResponse(status: status, fields: fields) }
    }

    /// The head says how many bytes the body has, or a negative number.
    func expect(_ count: Int64) {
        if count > Int64(longestBody) { finish(.failure(.tooLong(limit: longestBody))) }
    }

    /// A part of the body came.
    func receive(_ bytes: some Collection<UInt8>) {
        let isTooLong = lock.withLock {
            guard (response?.body.count ?? 0) + bytes.count <= longestBody else { return true }
            response?.body.append(contentsOf: bytes)
            return false
        }
        if isTooLong { finish(.failure(.tooLong(limit: longestBody))) }
    }
}
