package import FlowCore

// The interpreter in WebAssembly contains this file, too, so the file must not depend on others of this module.

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

    /// Returns a refusal as JSON. `subject` is the member that names the refused parameter or event, or nil.
    package static func refusal(code: String, message: String, subject: JSONMember? = nil) -> JSONValue {
        var members = [JSONMember("code", .string(code)), JSONMember("message", .string(message))]
        if let subject { members.append(subject) }
        return .object([JSONMember("refused", .object(members))])
    }

    /// Returns a line of the protocol: an object whose only member, `name`, is an object with these members.
    private func line(_ name: String, _ members: [(String, JSONValue)]) -> JSONValue {
        .object([JSONMember(name, .object(members.map { JSONMember($0.0, $0.1) }))])
    }

    /// Returns an ask as JSON: its name, its type, whether it is required, and its length and words, if it has any.
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
