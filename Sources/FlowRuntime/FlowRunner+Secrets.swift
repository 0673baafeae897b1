import FlowCore

// What the host gets: a secret that the flow discloses is a text there.
extension FlowRunner {
    /// The step that a session presents.
    func presentation(of session: FlowSession) -> FlowPresentation? {
        guard let presentation = session.presentation, secrets.areNamed(in: presentation.parameters) else {
            return session.presentation
        }
        return secrets.revealed(session).presentation
    }

    /// The end that a session has come to.
    func outcome(of session: FlowSession) -> FlowOutcome? {
        guard let outcome = session.outcome, secrets.areNamed(in: outcome.parameters) else { return session.outcome }
        return secrets.revealed(session).outcome
    }

    /// What the session notifies.
    func notification(_ record: Int) -> FlowNotification {
        let notification = session.notification(record)
        guard secrets.areNamed(in: notification.parameters) else { return notification }
        return secrets.revealed(session).notification(record)
    }
}
