import FlowIR

/// The states that are allocated for a node. A state is nil if the node does not need it.
struct NodeStates: Sendable {
    /// The index of the node in the table.
    let node: NodeID
    /// The state that enters the node. It is one of the others if nothing precedes that state.
    let entry: StateID
    /// The state that asks the host.
    let present: StateID?
    /// The state that runs what follows the last ask, up to the request.
    let compute: StateID?
    /// The state that begins to send the request: it records the keys that guards test, or is the request itself.
    let sending: StateID?
    /// The state that waits for the reply.
    let request: StateID?
}

/// A state whose events and targets do not have their final numbers yet.
struct DraftState: Sendable {
    /// The node's identifier, followed by `/` and a name for the part of the node if it has several states.
    let name: String
    /// The index of the node in the table; nil for the initial state.
    let node: NodeID?
    /// The kind of state; nil until the state is lowered, and if the node has errors.
    var kind: State.Kind?
    /// The blocks by event, in the order in which events were lowered.
    var transitions: [(event: EventKey, block: Block)] = []
}
