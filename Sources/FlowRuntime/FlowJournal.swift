public import FlowCore

/// A write-ahead log of a session, as in Gray and Reuter, "Transaction Processing", chapter 9.
///
/// A journal records the session's state before a request is sent. After a crash, the sign-in resumes from the last
/// record. A journal belongs to one sign-in, so a runner with a journal accepts a single start.
///
/// The runner waits for each call of the journal, but not longer than ``FlowRunnerLimits/notification``. For a
/// cancellation, the limit is ``FlowRunnerLimits/cancellation``.
public protocol FlowJournal: Sendable {
    /// Records the session before a request is sent.
    /// - Parameter state: the session, which waits for the reply. To resume it, call ``FlowRunner/recover()``, since it
    ///   is unknown whether the service carried out the request.
    /// - Throws: why the state could not be recorded. The runner then sends nothing and refuses the event under the
    ///   failure's name.
    func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure)

    /// Records the session when the flow has reached a step or an end.
    ///
    /// The host receives the step or the outcome after this call has returned.
    /// - Parameters:
    ///   - state: the session at the step or the end.
    ///   - hasEnded: whether the flow has ended.
    /// - Throws: why the state could not be recorded. The runner then refuses the event under the failure's name, and
    ///   returns to the step before it. It also discards the event's replies (``FlowService/discard(_:to:)``).
    func didSettle(_ state: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure)
}
