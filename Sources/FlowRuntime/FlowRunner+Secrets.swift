import FlowCore

// The host receives secrets that the flow discloses as text, not as handles.
extension FlowRunner {
    /// Returns the step that a session presents, with secrets as text; nil if the session presents none.
    func presentation(of session: FlowSession) -> FlowPresentation? {
        guard let presentation = session.presentation, secrets.areReferenced(in: presentation.parameters) else {
            return session.presentation
        }
        return secrets.revealed(session).presentation
    }

    /// Returns the outcome of a session, with secrets as text; nil if the session has not ended.
    func outcome(of session: FlowSession) -> FlowOutcome? {
        guard let outcome = session.outcome, secrets.areReferenced(in: outcome.parameters) else {
            return session.outcome
        }
        return secrets.revealed(session).outcome
    }

    /// Returns the notification with this number from the effect, with secrets as text.
    func notification(_ record: Int) -> FlowNotification {
        let notification = session.notification(record)
        guard secrets.areReferenced(in: notification.parameters) else { return notification }
        return secrets.revealed(session).notification(record)
    }
}
