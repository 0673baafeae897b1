/// Limits of a server: of time and memory that one connection may take, and of how many there are.
///
/// Each phase of a connection has a limit of its own, so that a client that stands still, or sends a byte now and then, ends.
package struct PoolServerLimits: Sendable {
    /// Bytes of one header field or of the request's target.
    package var fieldBytes = 16_384
    /// Bytes of the request line and all header fields together.
    package var headBytes = 65_536
    /// Bytes of a body. All members that Amazon Cognito's API takes are far shorter together.
    package var bodyBytes = 1_048_576
    /// Bytes of the bodies of all connections together, until they are answered.
    package var bodiesBytes = 268_435_456
    /// Bytes of a whole request as they come, with chunk sizes and trailers.
    var rawBytes: Int { headBytes + 2 * bodyBytes }
    /// Bytes that are still read and dropped after a refusal: a client that writes first and reads then gets the refusal if
    /// the rest of its request is no longer than this.
    package var drainedBytes = 16_777_216
    /// The time from the connection, or from the last answer, to the next request's first byte.
    package var idle = Duration.seconds(60)
    /// The time from a request's first byte to the end of its head.
    package var head = Duration.seconds(10)
    /// The time from the end of the head to the end of the body.
    package var body = Duration.seconds(30)
    /// The time in which the pool, with its triggers, answers.
    package var answer = Duration.seconds(60)
    /// The time in which the client takes the answer.
    package var writing = Duration.seconds(30)
    /// The time in which a client that was refused closes its side.
    package var closing = Duration.seconds(5)
    /// Connections at the same time. There are fewer if the process may not have as many descriptors.
    package var connections = 4096

    /// The defaults.
    package init() {}

    /// The time that a phase may take.
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
