/// A host's value, used by one thread at a time.
///
/// It holds a delegate, a step's object or an answer. The SDK's types predate `Sendable`.
struct Unchecked<Content>: @unchecked Sendable {
    let content: Content

    init(_ content: Content) {
        self.content = content
    }
}
