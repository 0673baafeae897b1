/// What a state waits for. States are numbered by kind, in this order.
package enum StateKind: Int, CaseIterable {
    /// The host's answer to a presented step.
    case present
    /// The service's reply.
    case call
    /// A handler's result.
    case handler
    /// Does not wait.
    case choice
    /// A new start.
    case end
}
