import FlowModel

/// The states of one node.
struct NodeStates: Sendable {
    /// Index in the flow's nodes.
    let node: Int
    /// Where the node is entered.
    let entry: StateID
    /// Where the host is asked.
    let present: StateID?
    /// Where handlers after the last ask start, or the request if there are none.
    let compute: StateID?
    /// Where the request is sent: after the keys that it carries were noted, where guards ask for them.
    let sending: StateID?
    /// Where the request waits for its reply.
    let request: StateID?
}

/// A state before its events have numbers.
struct DraftState: Sendable {
    /// Its name: the node's identifier, and behind a `/` what part of the node it is, where it has several.
    let name: String
    /// Index of its node in the flow's nodes; nil for the state before the start.
    let node: Int?
    /// Its kind, by the event that it waits for; nil until that is known, and for good where that is wrong.
    var kind: State.Kind?
    /// Its blocks by event, in the order in which events are looked at.
    var transitions: [(event: EventKey, block: Block)] = []
}
