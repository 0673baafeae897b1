/// The kinds of states, by what a state waits for. States are numbered by kind, in this order.
package enum StateKind: Int, CaseIterable {
    /// Waits for the host's answer to a presented step.
    case present
    /// Waits for the service's reply.
    case call
    /// Waits for a handler's result.
    case handler
    /// Does not wait, but runs code that leads to another state.
    case choice
    /// Waits for the host to start the flow again, or to send a command that the end accepts.
    case end
}
