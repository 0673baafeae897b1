/// The phases of a connection. A later handler of the pipeline sends one to ``ConnectionGuard`` when it begins.
enum ConnectionPhase: Sendable {
    /// Nothing of a request has come yet.
    case idle
    /// The head of a request comes.
    case head
    /// The body comes.
    case body
    /// The pool works.
    case answer
    /// The answer goes out.
    case writing
    /// The last answer is out; the rest of what the client sends is dropped.
    case closing
}

/// A limit that a connection has reached. ``ConnectionGuard`` sends it to the handler that knows an answer to it.
enum ConnectionTrouble: Sendable {
    /// A phase took too long.
    case deadline(ConnectionPhase)
    /// The head has too many bytes.
    case headTooLarge
    /// The body has too many bytes with what is around it: chunk sizes, their extensions, trailers.
    case bodyTooLarge
}

/// The last answer on a connection, sent to ``ConnectionGuard``.
struct LastAnswer: Sendable {
    let bytes: [UInt8]
}
