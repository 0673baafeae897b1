/// A state of the machine. A choice does not wait; every other kind waits for the host, the service or a handler.
package struct State: Sendable {
    /// The kinds of states, in the order in which states are numbered.
    ///
    /// They are stored indirectly, so that states are cheap to copy.
    package indirect enum Kind: Sendable {
        /// Waits for the host's answer.
        case present(Presentation)
        /// Waits for the service's reply.
        case call(Request)
        /// Waits for a handler's result.
        case handler(HandlerUse)
        /// Runs its block without waiting.
        case choice(Block)
        /// Waits for the host to start the flow again, or to send a command that the end accepts.
        case end(Ending)
    }

    /// The identifier of the state's node. If the node has several states, a `/` and the part of the node follow.
    package var name: String
    /// The index of the state's node in ``CheckedFlow/nodes``, or nil for the state before the start.
    package var node: Int?
    /// The kind of the state.
    package var kind: Kind
    /// The block that each event runs; empty for a choice.
    ///
    /// Challenges, errors and failures without an entry of their own use the entry of the built-in `other` event.
    package var transitions: [EventID: Block]

    /// Creates a state of a node with the blocks that its events run.
    package init(name: String, node: Int?, kind: Kind, transitions: [EventID: Block]) {
        self.name = name
        self.node = node
        self.kind = kind
        self.transitions = transitions
    }
}
