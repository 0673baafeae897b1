/// A phase of a connection.
///
/// Handlers send it as an outbound event when the phase starts, and ``ConnectionGuard`` enforces its timeout.
enum ConnectionPhase: Sendable {
    /// The server waits for the first byte of a request.
    case idle
    /// The server receives the head of a request.
    case head
    /// The server receives the body of a request.
    case body
    /// The server waits for the pool.
    case answer
    /// The server sends the response.
    case writing
    /// The server has sent the last response, and discards further input.
    case closing
}

/// A limit that a connection has exceeded.
///
/// ``ConnectionGuard`` sends it as an inbound event to the handler that creates the response.
enum ConnectionTrouble: Sendable {
    /// A phase has timed out.
    case deadline(ConnectionPhase)
    /// The head is too large.
    case headTooLarge
    /// The body is too large, including chunk sizes, extensions and trailers.
    case bodyTooLarge
}

/// The last response of a connection, which handlers send to ``ConnectionGuard`` as an outbound event.
struct LastAnswer: Sendable {
    /// The complete HTTP response.
    let bytes: [UInt8]
}
