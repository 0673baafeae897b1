package import FlowCore
package import FlowTable

/// Drives a session in the manner of the line protocol: an event goes in, and what the flow says up to its next wait for
/// somebody outside comes out.
package struct FlowDriver: Sendable {
    /// The session.
    package private(set) var session: FlowSession
    /// What does the handlers' work; nil if somebody outside does.
    private let handlers: StandInHandlers?

    /// A session that has not started.
    package init(_ table: TransitionTable, handlers: StandInHandlers?, recordsMarks: Bool = false) {
        session = FlowSession(table)
        session.parameters.recordsMarks = recordsMarks
        self.handlers = handlers
    }

    /// Numbers of the transitions taken so far, if they are recorded.
    package var marks: [Int] { session.parameters.marks }

    /// Whether the flow waits for its host or for the service.
    package var rests: Bool { session.presentation != nil || session.request() != nil }

    /// Goes on with another session, such as one that was kept and restored.
    package mutating func goOn(with session: FlowSession) { self.session = session }

    /// Hands an event to the session and follows the flow.
    package mutating func take(_ event: (inout FlowSession) -> FlowEffect) -> [FlowOutput] {
        var outputs: [FlowOutput] = []
        var effect = event(&session)
        while true {
            switch effect {
            case .notify(let record):
                outputs.append(.notify(session.notification(record)))
                effect = session.proceed()
            case .handle:
                guard let handlers else { return outputs + [session.work().map { .handle($0) }].compactMap { $0 } }
                effect = handlers.run(in: &session)
            case .call: return outputs + [session.request().map { .call($0) }].compactMap { $0 }
            case .present: return outputs + [session.presentation.map { .present($0) }].compactMap { $0 }
            case .end: return outputs + [session.outcome.map { .end($0) }].compactMap { $0 }
            case .refused(let refusal): return outputs + [.refused(refusal)]
            }
        }
    }
}
