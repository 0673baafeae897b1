/// What a step asks the driver to do next.
public enum FlowEffect: Sendable, Equatable {
    /// Present the current step to the host and wait for its answer.
    case present
    /// Send the current request to the service and wait for the reply.
    case call
    /// Let the current handler work and wait for its result.
    case handle
    /// The flow has ended with the current outcome; only commands that the end names are still accepted.
    case end
    /// Tell the host, then go on with ``FlowMachine/proceed(in:)``. The number is a record of the table.
    case notify(Int)
    /// The event was refused; nothing has changed.
    case refused(FlowRefusal)
}
