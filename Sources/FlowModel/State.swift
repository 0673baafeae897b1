/// One state of the machine: it waits for one kind of thing, or goes on at once.
package struct State: Sendable {
    /// What a state waits for, in the order in which states are numbered. Indirect, so that states are small and cheap to copy.
    package indirect enum Kind: Sendable {
        /// The host's answer.
        case present(Presentation)
        /// The service's reply.
        case call(Request)
        /// A handler's result.
        case handler(HandlerUse)
        /// Nothing: runs its block at once.
        case choice(Block)
        /// A new start.
        case end(Ending)
    }

    /// Its name: the node's identifier, and behind a `/` what part of the node it is, where it has several.
    package var name: String
    /// Index of its node in ``CheckedFlow/nodes``, or nothing for the state before the start.
    package var node: Int?
    /// What it waits for.
    package var kind: Kind
    /// What it does, by event; a choice has none. Entries for all challenges, errors and failures that have no entry of their own
    /// stand under the built-in `other` events.
    package var transitions: [EventID: Block]

    /// A state.
    package init(name: String, node: Int?, kind: Kind, transitions: [EventID: Block]) {
        self.name = name
        self.node = node
        self.kind = kind
        self.transitions = transitions
    }
}
