import NIOConcurrencyHelpers

/// The limits of a server for time, memory and connections.
///
/// Each phase of a connection has its own timeout, so that the server also disconnects clients that send very slowly.
package struct PoolServerLimits: Sendable {
    /// The maximum size of a header field or of the request target, in bytes.
    package var fieldBytes = 16_384
    /// The maximum size of the request line and all header fields, in bytes.
    package var headBytes = 65_536
    /// The maximum size of a body in bytes.
    ///
    /// Requests of Amazon Cognito's API are far smaller.
    package var bodyBytes = 1_048_576
    /// The maximum size of the pending bodies of all connections together, in bytes.
    package var bodiesBytes = 268_435_456
    /// The maximum size of a request in bytes, including chunk sizes and trailers.
    var rawBytes: Int { headBytes + bodyBytes + chunkingBytes }
    /// The maximum size of chunk sizes, extensions and trailers in bytes.
    private var chunkingBytes: Int { bodyBytes }
    /// The number of bytes that the server reads and discards after it has rejected a request.
    ///
    /// Many clients read the response only after they have sent the whole request. They receive the rejection if the
    /// remainder is not longer than this.
    package var drainedBytes = 16_777_216
    /// The timeout from the start of the connection, or the last response, to the next request.
    package var idle = Duration.seconds(60)
    /// The timeout from the first byte of a request to the end of its head.
    package var head = Duration.seconds(10)
    /// The timeout from the end of the head to the end of the body.
    package var body = Duration.seconds(30)
    /// The timeout for the pool and its triggers.
    package var answer = Duration.seconds(60)
    /// The timeout for sending the response.
    package var writing = Duration.seconds(30)
    /// The timeout from a rejection until the client closes its side of the connection.
    package var closing = Duration.seconds(5)
    /// The maximum number of connections, if the process may open as many descriptors.
    package var connections = 4096

    /// Creates the default limits.
    package init() {}

    /// Returns the time limit of a phase.
    func timeout(of phase: ConnectionPhase) -> Duration {
        switch phase {
        case .idle: idle
        case .head: head
        case .body: body
        case .answer: answer
        case .writing: writing
        case .closing: closing
        }
    }
}

/// The memory that the request bodies of all connections may use together. The limit of each connection is not enough,
/// since there may be thousands of connections.
final class BodyBudget: Sendable {
    /// The number of bytes that are not reserved.
    private let free: NIOLockedValueBox<Int>

    /// Creates a budget whose bytes are all free.
    init(bytes: Int) {
        free = NIOLockedValueBox(bytes)
    }

    /// Reserves a number of bytes.
    /// - Returns: false if fewer bytes are free; then none are reserved.
    func reserve(_ count: Int) -> Bool {
        free.withLockedValue { free in
            guard count <= free else { return false }
            free -= count
            return true
        }
    }

    /// Releases a number of reserved bytes.
    func release(_ count: Int) { free.withLockedValue { $0 += count } }
}
