/// Something of the host's that is handed from one thread to the next and used by one at a time: a delegate, the object
/// of a step, an answer. The SDK's types know no `Sendable`, and hosts give what they have.
struct Unchecked<Content>: @unchecked Sendable {
    let content: Content

    init(_ content: Content) {
        self.content = content
    }
}
