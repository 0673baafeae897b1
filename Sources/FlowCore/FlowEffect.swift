/// What the driver must do next.
public enum FlowEffect: Sendable, Equatable {
    /// Present the current step to the host and wait for its answer.
    case present
    /// Send the current request to the service and wait for the reply.
    case call
    /// Call the current handler and wait for its result.
    case handle
    /// The flow has ended with the current outcome. It only accepts commands that the end names.
    case end
    /// Notify the host, then call ``FlowMachine/proceed(in:)``. The number is the offset of the notification's record.
    case notify(Int)
    /// Do nothing. The flow refused the event, which changed nothing.
    case refused(FlowRefusal)
}
