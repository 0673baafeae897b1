/// A value of the host that need not be `Sendable`: a delegate, a step's object or an answer.
///
/// The SDK's types predate `Sendable`. This module uses such a value on one thread at a time.
struct Unchecked<Content>: @unchecked Sendable {
    let content: Content

    /// Wraps a value of the host.
    init(_ content: Content) {
        self.content = content
    }
}
