/// The limits of a server for time, memory and connections.
///
/// Each phase of a connection has its own timeout, so that a client that stalls, or sends a byte now and then, is
/// disconnected.
package struct PoolServerLimits: Sendable {
    /// The maximum size of a header field or the request target, in bytes.
    package var fieldBytes = 16_384
    /// The maximum size of the request line and all header fields, in bytes.
    package var headBytes = 65_536
    /// The maximum size of a body in bytes.
    ///
    /// All members of an Amazon Cognito request together are far shorter.
    package var bodyBytes = 1_048_576
    /// The maximum size of all pending bodies of all connections, in bytes.
    package var bodiesBytes = 268_435_456
    /// The maximum size of a raw request in bytes.
    ///
    /// It includes chunk sizes and trailers.
    var rawBytes: Int { headBytes + 2 * bodyBytes }
    /// The bytes that are still read and discarded after a rejection.
    ///
    /// A client that writes before it reads gets the rejection if the rest of its request is no longer.
    package var drainedBytes = 16_777_216
    /// The timeout from the connection or last response to the next request.
    package var idle = Duration.seconds(60)
    /// The timeout from a request's first byte to its head's end.
    package var head = Duration.seconds(10)
    /// The timeout from the head's end to the body's end.
    package var body = Duration.seconds(30)
    /// The timeout for the pool and its triggers.
    package var answer = Duration.seconds(60)
    /// The timeout for sending the response.
    package var writing = Duration.seconds(30)
    /// The timeout for a rejected client to close its side.
    package var closing = Duration.seconds(5)
    /// The maximum number of connections.
    ///
    /// It is lower if the process may not open as many descriptors.
    package var connections = 4096

    /// Creates the default limits.
    package init() {}

    /// The timeout of a phase.
    func time(of phase: ConnectionPhase) -> Duration {
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
