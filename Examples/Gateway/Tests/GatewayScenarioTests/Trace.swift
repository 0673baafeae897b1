import FlowRuntime

/// The lines of a trace.
enum Trace {
    /// Returns the lines of a reply of the API, without what differs between two sign-ins: its state and the seconds left.
    static func lines(_ reply: JSONValue) -> [String] {
        let notifications = (reply["notifications"]?.items ?? []).map { "notify \($0.jsonText)" }
        if let step = reply["present"] {
            let members = (step.members ?? []).filter { $0.name != "timeLimit" }
            let commands = reply["commands"]?.jsonText ?? ""
            return notifications + [line("present", step["step"], .object(members)) + commands]
        }
        if let end = reply["end"] { return notifications + [line("end", end["outcome"], end)] }
        return notifications + [line("refused", reply["code"], [:])]
    }

    private static func line(_ kind: String, _ name: JSONValue?, _ json: JSONValue) -> String {
        "\(kind) \(name?.string ?? "") \(json.jsonText)"
    }

    /// Returns the lines of a step of a runner, in the same form.
    static func lines(_ step: FlowStep, _ commands: [String], _ notifications: [FlowNotification]) -> [String] {
        let last: (String, JSONValue) =
            switch step {
            case .present(let presentation): ("present", presentation.json)
            case .end(let outcome): ("end", outcome.json)
            case .refused(let refusal): ("code", .string(refusal.code))
            }
        return lines([
            "notifications": .array(notifications.map(\.json)), "commands": .array(commands.map { .string($0) }),
            last.0: last.1,
        ])
    }
}

extension JSONValue {
    /// The items; nil if this is not an array.
    var items: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }
}

extension FlowPresentation {
    fileprivate var json: JSONValue {
        ["step": .string(step), "parameters": parameters, "requires": .array(asks.map(\.json)), "error": error.json]
    }
}

extension FlowAsk {
    fileprivate var json: JSONValue {
        let length = length.map { [JSONMember("length", .number(String($0)))] } ?? []
        let words = isClosed ? [JSONMember("of", .array(words.map { .string($0) }))] : []
        return .object(
            [
                JSONMember("name", .string(name)), JSONMember("type", .string(type)),
                JSONMember("required", .bool(isRequired)),
            ] + length + words)
    }
}

extension FlowOutcome {
    fileprivate var json: JSONValue {
        [
            "outcome": .string(name), "step": step.isEmpty ? .null : .string(step), "parameters": parameters,
            "error": error.json,
        ]
    }
}

extension FlowNotification {
    fileprivate var json: JSONValue { ["name": .string(name), "parameters": parameters, "error": error.json] }
}

extension FlowPendingError? {
    fileprivate var json: JSONValue {
        guard let self else { return .null }
        return [
            "type": .string(self.type), "message": .string(self.message),
            "class": self.category.isEmpty ? .null : .string(self.category),
        ]
    }
}
