public import FlowCore

/// Records where a session stands before anything leaves the process, as the log of a database is written ahead (Gray and Reuter,
/// "Transaction Processing", chapter 9). Whoever goes on after the process was ended finds what was recorded last.
///
/// A journal belongs to one sign-in, and a runner that has one takes one start. A runner waits for each call, but for no longer than
/// ``FlowRunnerLimits/notification``.
public protocol FlowJournal: Sendable {
    /// A request is about to leave.
    /// - Parameter state: the session, in the state of the call. Who goes on with it does not know whether the request was carried
    ///   out (``FlowRunner/recover()``).
    /// - Throws: why it is not recorded. Nothing is sent then, and the event is refused under the failure's name.
    func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure)

    /// The flow waits for the host, or has ended. The host gets the step or the end only after this has returned.
    /// - Parameters:
    ///   - state: the session.
    ///   - hasEnded: whether the flow has ended.
    /// - Throws: why it is not recorded. The event is refused under the failure's name, and the step before it stands again. The runner
    ///   gives back what the event has brought (``FlowService/discard(_:to:)``).
    func didSettle(_ state: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure)
}
