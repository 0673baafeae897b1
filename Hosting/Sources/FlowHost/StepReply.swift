public import FlowRuntime

/// What a host answers to an event.
public enum StepReply: Sendable, Redacted {
    /// The event was accepted, and led to this step or end.
    case step(HostedStep)
    /// The event was refused.
    case refused(StepRefusal)

    /// The step or the end; nil if the event was refused.
    public var step: HostedStep? {
        if case .step(let step) = self { return step }
        return nil
    }

    /// The refusal; nil if the event was accepted.
    public var refusal: StepRefusal? {
        if case .refused(let refusal) = self { return refusal }
        return nil
    }
}

/// A step or an end of a hosted sign-in.
public struct HostedStep: Sendable, Redacted {
    /// The name of the hosted flow.
    public let flow: String
    /// The step; nil at an end.
    public let presentation: FlowPresentation?
    /// The outcome; nil at a step.
    public let outcome: FlowOutcome?
    /// The commands that the step accepts now, such as `back` and `cancel`.
    public let commands: [String]
    /// The notifications of the event, in order.
    public let notifications: [FlowNotification]
    /// The state to send with the next event; nil at an end, or if the client's own state is still the one to send.
    public let state: String?
    /// The id of the step or the end. Whoever receives the reply again receives the same id.
    public let id: String
    /// The step's id, with which the host detects an answer to an earlier step; empty at an end.
    public var turn: String { outcome == nil ? id : "" }
    /// When the sign-in expires, in seconds since 1970.
    public let expiry: UInt64

    /// The step as JSON: the members of the line protocol, with `flow`, `turn`, `commands` and `notifications`.
    ///
    /// The parameters of an end may contain tokens.
    public var json: JSONValue {
        var members = [JSONMember("flow", .string(flow))]
        if !turn.isEmpty { members.append(JSONMember("turn", .string(turn))) }
        if let presentation { members.append(JSONMember("present", presentation.json)) }
        if let outcome { members.append(JSONMember("end", outcome.json)) }
        members.append(JSONMember("commands", .array(commands.map { .string($0) })))
        members.append(JSONMember("notifications", .array(notifications.map(\.json))))
        return .object(members)
    }

    /// The name of the step or the outcome.
    var name: String { presentation?.step ?? outcome?.name ?? "" }
}

extension FlowPresentation {
    /// The step in the form of the line protocol.
    fileprivate var json: JSONValue {
        var members: [JSONMember] = [
            JSONMember("step", .string(step)), JSONMember("parameters", parameters),
            JSONMember("requires", .array(asks.map(\.json))), JSONMember("error", error.json),
        ]
        if let timeLimit { members.append(JSONMember("timeLimit", .number(String(timeLimit)))) }
        return .object(members)
    }
}

extension FlowAsk {
    /// The ask in the form of the line protocol.
    fileprivate var json: JSONValue {
        var members: [JSONMember] = [
            JSONMember("name", .string(name)), JSONMember("type", .string(type)),
            JSONMember("required", .bool(isRequired)),
        ]
        if let length { members.append(JSONMember("length", .number(String(length)))) }
        if isClosed { members.append(JSONMember("of", .array(words.map { .string($0) }))) }
        return .object(members)
    }
}

extension FlowOutcome {
    /// The outcome in the form of the line protocol.
    fileprivate var json: JSONValue {
        [
            "outcome": .string(name), "step": step.isEmpty ? .null : .string(step), "parameters": parameters,
            "error": error.json,
        ]
    }
}

extension FlowNotification {
    /// The notification in the form of the line protocol.
    fileprivate var json: JSONValue { ["name": .string(name), "parameters": parameters, "error": error.json] }
}

extension FlowPendingError? {
    /// The error in the form of the line protocol: null if there is none.
    fileprivate var json: JSONValue {
        guard let self else { return .null }
        return [
            "type": .string(self.type), "message": .string(self.message),
            "class": self.category.isEmpty ? .null : .string(self.category),
        ]
    }
}
