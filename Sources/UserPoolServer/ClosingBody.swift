import FlyingFox
import FlyingSocks

/// A body after which the server closes the connection: it fails once its bytes are written. The framework has no other way
/// to do that, and what the client still sends would be read as its next request.
struct ClosingBody: AsyncBufferedSequence {
    typealias Element = UInt8

    /// The end of a connection.
    struct Closed: Error {}

    let bytes: [UInt8]
    /// The body of the request, or what was not read of it. A connection that is closed with unread bytes takes the answer
    /// back from a client that has not read it yet.
    let unread: HTTPBodySequence
    let draining: Int

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let body: ClosingBody
        private var isWritten = false

        fileprivate init(body: ClosingBody) {
            self.body = body
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            if !isWritten, !body.bytes.isEmpty {
                isWritten = true
                return body.bytes
            }
            var dropped = 0
            guard body.draining > 0 else { throw Closed() }
            for try await part in body.unread {
                dropped += part.count
                if dropped > body.draining { break }
            }
            throw Closed()
        }
    }
}
