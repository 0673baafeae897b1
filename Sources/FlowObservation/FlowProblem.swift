public import FlowCore

/// What to tell the user after a call.
public enum FlowProblem: Sendable {
    /// The flow refused the call. The step is still presented.
    case refusal(FlowRefusal)
    /// The flow has entered the step with this error, such as a wrong code.
    case error(FlowPendingError)
    /// Code of the host, in a closure that it passed to ``FlowSessionModel/perform(_:)``, threw this error.
    case failure(any Error)

    /// Creates the problem of a call that threw; nil if the user need not know.
    ///
    /// The step that replaced a call says enough, and whoever cancels a task knows it.
    init?(thrown error: any Error) {
        switch error {
        case let refusal as FlowRefusal:
            guard refusal.reason != .superseded, refusal.reason != .cancelled else { return nil }
            self = .refusal(refusal)
        case is CancellationError: return nil
        default: self = .failure(error)
        }
    }
}

extension FlowProblem: Redacted {}
