package import FlowModel

/// A part of a flow that an assertion requires the flow to pass: to complete it, not just to reach it.
package enum Passing: Hashable, Sendable {
    /// A request. It is passed when the reply is neither an error nor the challenge that the request answers.
    case request(StateID)
    /// A step without a request, by its first state. It is passed when the host's answer leaves the node.
    case answer(StateID)
    /// A choice, by its first state. It is passed when a branch leaves the node.
    case branch(StateID)
    /// An outcome of a sub-flow, by the state of its end. It is passed when the sub-flow ends there.
    case outcome(StateID)
    /// A handler, by a state that waits for it. It is passed when the handler has returned its outputs.
    case handler(StateID)
}
