import FlowCore

// What the host receives. Secrets that the flow discloses appear as text.
extension FlowRunner {
    /// Returns the step that a session presents.
    func presentation(of session: FlowSession) -> FlowPresentation? {
        guard let presentation = session.presentation, secrets.areNamed(in: presentation.parameters) else {
            return session.presentation
        }
        return secrets.revealed(session).presentation
    }

    /// Returns the outcome of a session that has ended.
    func outcome(of session: FlowSession) -> FlowOutcome? {
        guard let outcome = session.outcome, secrets.areNamed(in: outcome.parameters) else { return session.outcome }
        return secrets.revealed(session).outcome
    }

    /// Returns the notification that the session sends.
    func notification(_ record: Int) -> FlowNotification {
        let notification = session.notification(record)
        guard secrets.areNamed(in: notification.parameters) else { return notification }
        return secrets.revealed(session).notification(record)
    }
}
