package import FlowModel

/// Something that an assertion wants passed. Passed means left by success: to come there is not enough.
package enum Passing: Hashable, Sendable {
    /// A request, once its reply is no error; where it answers a challenge, once its reply is no error and not that challenge again.
    case request(StateID)
    /// A step that requests nothing, by the state in which it is entered: once the host's answer led away from its node.
    case answer(StateID)
    /// A choice, by the state in which it is entered: once one of its branches led away from its node.
    case branch(StateID)
    /// An outcome of a sub-flow, by the state of the end: once the sub-flow ended so.
    case outcome(StateID)
    /// A handler, by a state that waits for it: once it gave what it has to give.
    case handler(StateID)
}
