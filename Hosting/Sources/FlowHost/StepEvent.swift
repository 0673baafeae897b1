public import FlowRuntime

/// An event that a client sends to a sign-in.
public enum StepEvent: Sendable, Redacted {
    /// Begins a sign-in with these inputs.
    case start(JSONValue)
    /// Answers the step.
    case submit(JSONValue)
    /// Answers a step that asks for exactly one choice.
    case select(String)
    /// Sends a command of the flow, or `back`, `cancel` or `timeout`, perhaps with an error that the client reports.
    case command(String, error: (type: String, message: String)? = nil)

    /// The built-in commands, each with a member of its own in JSON.
    private static let builtIn = ["back", "cancel", "timeout"]

    /// Creates an event from JSON such as `{"submit": {"code": "123456"}}`. A member `error` may accompany `event`.
    ///
    /// The forms are those of the line protocol. The result is nil if the object has none of them.
    public init?(json: JSONValue) {
        guard let members = json.members else { return nil }
        if let name = json["event"]?.string {
            guard members.allSatisfy({ ["event", "error"].contains($0.name) }) else { return nil }
            guard let error = json["error"] else {
                self = .command(name)
                return
            }
            guard let type = error["type"]?.string else { return nil }
            self = .command(name, error: (type, error["message"]?.string ?? ""))
            return
        }
        guard members.count == 1, let only = members.first else { return nil }
        switch (only.name, only.value) {
        case ("start", .object): self = .start(only.value)
        case ("submit", .object): self = .submit(only.value)
        case ("select", .string(let word)): self = .select(word)
        case (let name, .bool(true)) where Self.builtIn.contains(name): self = .command(name)
        default: return nil
        }
    }

    /// The kind of the event, for metrics and spans: never a text of the client.
    var kind: String {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .select: "select"
        case .command: "command"
        }
    }

    /// The event in bytes that differ for different events.
    var bytes: [UInt8] {
        let value: JSONValue =
            switch self {
            case .start(let inputs): ["start": inputs]
            case .submit(let answers): ["submit": answers]
            case .select(let word): ["select": .string(word)]
            case .command(let name, nil): ["event": .string(name)]
            case .command(let name, let error?):
                ["event": .string(name), "error": .array([.string(error.type), .string(error.message)])]
            }
        return Array(value.jsonText.utf8)
    }

    /// Sends the event to a runner, and returns its step.
    func send<C: Clock>(to runner: FlowRunner<C>) async -> FlowStep {
        switch self {
        case .start(let inputs): await runner.start(inputs)
        case .submit(let answers): await runner.submit(answers)
        case .select(let word): await runner.select(word)
        case .command(let name, let error): await runner.send(name, error: error)
        }
    }
}
