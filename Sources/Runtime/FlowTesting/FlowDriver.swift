package import FlowCore
package import FlowTable

/// A driver of a session, as the line protocol needs it.
///
/// The driver applies an event, and returns the flow's outputs up to the next wait for the host or the service.
package struct FlowDriver: Sendable {
    package private(set) var session: FlowSession
    /// The session at the last step or end, to which an undone event returns.
    private var settled: FlowSession
    /// The stand-ins that compute the results of handlers; nil if the caller computes them.
    private let handlers: StandInHandlers?

    /// Creates a driver for a session that has not started.
    package init(_ table: TransitionTable, handlers: StandInHandlers?, recordsMarks: Bool = false) {
        session = FlowSession(table)
        session.parameters.recordsMarks = recordsMarks
        settled = session
        self.handlers = handlers
    }

    /// The numbers of the transitions taken so far, if they are recorded.
    package var marks: [Int] { session.parameters.marks }

    /// Whether the flow waits for the host's answer or the service's reply.
    package var isWaiting: Bool { session.presentation != nil || session.request() != nil }

    /// Replaces the session, for example by a restored one.
    package mutating func replaceSession(with session: FlowSession) {
        self.session = session
        if session.request() == nil { settled = session }
    }

    /// Applies an event to the session, and runs the flow until it waits.
    ///
    /// If the flow refuses the result of a request or a handler, the session returns to the last step, as in a runner.
    /// - Parameter event: applies the event to the session, and returns the effect.
    /// - Returns: the outputs in order. If the driver has no handlers, a call of a handler is the last output.
    package mutating func apply(_ event: (inout FlowSession) -> FlowEffect) -> [FlowOutput] {
        var outputs: [FlowOutput] = []
        var effect = event(&session)
        var isOfHandler = false
        while true {
            if let next = output(of: effect) { outputs.append(next) }
            switch effect {
            case .notify: effect = session.proceed()
            case .handle:
                guard let handlers else { return outputs }
                effect = handlers.run(in: &session)
                isOfHandler = true
            case .call: return outputs
            case .present, .end:
                settled = session
                return outputs
            case .refused(let refusal):
                // Only a result is refused as not handled. Another refused event leaves the session as it is.
                if isOfHandler || refusal.reason == .notHandled { returnToLastStep() }
                return outputs
            }
        }
    }

    /// Undoes an event whose result the flow refuses. The transitions that it took stay recorded.
    private mutating func returnToLastStep() {
        let marks = session.parameters.marks
        session = settled
        session.parameters.marks = marks
    }

    /// Returns the output for the session's last effect, or nil for a call of a handler that the driver runs itself.
    private func output(of effect: FlowEffect) -> FlowOutput? {
        switch effect {
        case .notify(let record): .notify(session.notification(record))
        case .handle: handlers == nil ? session.work().map(FlowOutput.handle) : nil
        case .call: session.request().map { .call($0) }
        case .present: session.presentation.map { .present($0) }
        case .end: session.outcome.map { .end($0) }
        case .refused(let refusal): .refused(refusal)
        }
    }
}
