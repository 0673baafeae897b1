package import FlowCore
package import FlowTable

/// Drives a session as the line protocol does.
///
/// The driver applies an event, and returns the flow's outputs up to the next wait for the host or the service.
package struct FlowDriver: Sendable {
    package private(set) var session: FlowSession
    /// Computes the results of handlers; nil if the caller computes them.
    private let handlers: StandInHandlers?

    /// Creates a driver for a session that has not started.
    package init(_ table: TransitionTable, handlers: StandInHandlers?, recordsMarks: Bool = false) {
        session = FlowSession(table)
        session.parameters.recordsMarks = recordsMarks
        self.handlers = handlers
    }

    /// The numbers of the transitions taken so far, if they are recorded.
    package var marks: [Int] { session.parameters.marks }

    /// Whether the flow waits for the host's answer or the service's reply.
    package var isWaiting: Bool { session.presentation != nil || session.request() != nil }

    /// Replaces the session, for example by a restored one.
    package mutating func replaceSession(with session: FlowSession) { self.session = session }

    /// Applies an event to the session, and runs the flow until it waits.
    /// - Parameter event: applies the event to the session, and returns the effect.
    /// - Returns: the outputs in order. If the driver has no handlers, a call of a handler is the last output.
    package mutating func apply(_ event: (inout FlowSession) -> FlowEffect) -> [FlowOutput] {
        var outputs: [FlowOutput] = []
        var effect = event(&session)
        while true {
            if let next = output(of: effect) { outputs.append(next) }
            switch effect {
            case .notify: effect = session.proceed()
            case .handle:
                guard let handlers else { return outputs }
                effect = handlers.run(in: &session)
            case .call, .present, .end, .refused: return outputs
            }
        }
    }

    /// Returns the output of the session's current effect, or nil for a call of a handler that the driver runs itself.
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

/// One output of a flow: a line of the line protocol.
package enum FlowOutput: Sendable {
    case call(FlowRequest)
    case handle(FlowWork)
    case present(FlowPresentation)
    case notify(FlowNotification)
    case end(FlowOutcome)
    case refused(FlowRefusal)

    /// The output as JSON, as the line protocol writes it.
    package var json: JSONValue {
        switch self {
        case .call(let request): line("call", [("operation", .string(request.operation)), ("request", request.body)])
        case .handle(let work): line("handle", [("handler", .string(work.handler)), ("inputs", work.inputs)])
        case .present(let step):
            line(
                "present",
                [
                    ("step", .string(step.step)), ("parameters", step.parameters),
                    ("requires", .array(step.asks.map(Self.json))), ("error", Self.json(step.error)),
                ] + (step.timeLimit.map { [("timeLimit", .number(String($0)))] } ?? []))
        case .notify(let notification):
            line(
                "notify",
                [
                    ("name", .string(notification.name)), ("parameters", notification.parameters),
                    ("error", Self.json(notification.error)),
                ])
        case .end(let outcome):
            line(
                "end",
                [
                    ("outcome", .string(outcome.name)), ("step", outcome.step.isEmpty ? .null : .string(outcome.step)),
                    ("parameters", outcome.parameters), ("error", Self.json(outcome.error)),
                ])
        case .refused(let refusal):
            Self.refusal(code: refusal.code, message: refusal.message, subject: refusal.subjectMember)
        }
    }

    /// Returns a refusal as JSON.
    ///
    /// `subject` is the member that names the refused parameter or event; nil if the refusal names none.
    package static func refusal(code: String, message: String, subject: JSONMember? = nil) -> JSONValue {
        var members = [JSONMember("code", .string(code)), JSONMember("message", .string(message))]
        if let subject { members.append(subject) }
        return .object([JSONMember("refused", .object(members))])
    }

    /// Returns a line of the protocol: an object whose only member, `name`, is an object with these members.
    private func line(_ name: String, _ members: [(String, JSONValue)]) -> JSONValue {
        .object([JSONMember(name, .object(members.map { JSONMember($0.0, $0.1) }))])
    }

    private static func json(_ ask: FlowAsk) -> JSONValue {
        var members = [
            JSONMember("name", .string(ask.name)), JSONMember("type", .string(ask.type)),
            JSONMember("required", .bool(ask.isRequired)),
        ]
        if let length = ask.length { members.append(JSONMember("length", .number(String(length)))) }
        if ask.isClosed { members.append(JSONMember("of", .array(ask.words.map { .string($0) }))) }
        return .object(members)
    }

    /// Returns a pending error as JSON, or `null` if there is none.
    static func json(_ error: FlowPendingError?) -> JSONValue {
        guard let error else { return .null }
        return .object([
            JSONMember("type", .string(error.type)), JSONMember("message", .string(error.message)),
            JSONMember("class", error.category.isEmpty ? .null : .string(error.category)),
        ])
    }
}

extension FlowRefusal {
    /// The member `parameter` or `event` with the name of the refused one, or nil if the refusal names none.
    fileprivate var subjectMember: JSONMember? {
        guard !subject.isEmpty else { return nil }
        return JSONMember(parameter == nil ? "event" : "parameter", .string(subject))
    }
}
