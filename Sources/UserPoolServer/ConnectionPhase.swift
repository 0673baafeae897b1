/// The phases of a connection.
///
/// When one starts, a later handler of the pipeline sends it to ``ConnectionGuard``.
enum ConnectionPhase: Sendable {
    /// Waiting for the first byte of a request.
    case idle
    /// Receiving the head.
    case head
    /// Receiving the body.
    case body
    /// Waiting for the pool.
    case answer
    /// Sending the response.
    case writing
    /// The last response is sent; further input is discarded.
    case closing
}

/// A limit that a connection has reached.
///
/// ``ConnectionGuard`` sends it to the handler that creates the response.
enum ConnectionTrouble: Sendable {
    /// A phase has timed out.
    case deadline(ConnectionPhase)
    /// The head is too large.
    case headTooLarge
    /// The body is too large, including chunk sizes, extensions and trailers.
    case bodyTooLarge
}

/// The last response of a connection, sent to ``ConnectionGuard``.
struct LastAnswer: Sendable {
    let bytes: [UInt8]
}
