package import FlowCore
import FlowIR

extension Scenario.Line {
    /// Whether the line is input of the host or the service, not an expected output.
    package var isInput: Bool {
        switch self {
        case .start, .submit, .select, .event, .reply, .error: true
        case .call, .present, .notify, .end, .refused: false
        }
    }

    /// The line's JSON as text; `{}` if there is none.
    ///
    /// Only a line that expects an output can have a blank text.
    var json: String {
        switch self {
        case .start(let json), .submit(let json), .reply(let json), .event(_, let json): json.isBlank ? "{}" : json
        case .call(_, let json), .present(_, _, _, _, let json), .notify(_, let json), .end(_, _, _, let json): json
        case .select, .error, .refused: "{}"
        }
    }

    /// Applies the line as an event to a session, and returns the effect.
    package func apply(to session: inout FlowSession) -> FlowEffect { apply(value, to: &session) }

    /// The line's JSON as a value; an empty object if it has none or if its text is not JSON.
    var value: JSONValue { JSONValue(json: Array(json.utf8)) ?? .object([]) }

    /// Applies the line as an event to a session, and returns the effect. `value` is the line's JSON, parsed before.
    ///
    /// A line that expects an output is no event, so it is refused as `unknown-event`.
    func apply(_ value: JSONValue, to session: inout FlowSession) -> FlowEffect {
        switch self {
        case .start: session.start(value)
        case .submit: session.submit(value)
        case .select(let word): session.select(word)
        case .event(let name, _): session.send(name, error: Self.hostError(value))
        case .reply: session.reply(value)
        case .error(let type, let message): session.fail(type: type, message: message)
        default: .refused(FlowRefusal(.unknownEvent, ""))
        }
    }

    /// Returns whether an output is what the line expects. `json` is the parsed JSON of the line.
    ///
    /// Requests must match in all members; other outputs may have more members than the line.
    func matches(_ output: FlowOutput, json: JSONValue) -> Bool {
        switch (self, output) {
        case (.call(let operation, _), .call(let request)):
            operation == request.operation && request.body.matches(exactly: json)
        case (.present(let step, let limit, let error, let category, _), .present(let got)):
            step == got.step && (limit == nil || limit == got.timeLimit) && Self.expects(error, category, got.error)
                && got.parameters.matches(atLeast: json)
        case (.notify(let name, _), .notify(let got)): name == got.name && Self.expects(json, got)
        case (.end(let outcome, let error, let category, _), .end(let got)):
            outcome == got.name && Self.expects(error, category, got.error) && got.parameters.matches(atLeast: json)
        case (.refused(let code, let parameter), .refused(let got)):
            code == got.code && (parameter == nil || parameter == got.subject)
        default: false
        }
    }

    /// Returns the error that the JSON of a command contains, or nil if it contains none. A missing message is empty.
    private static func hostError(_ value: JSONValue) -> (type: String, message: String)? {
        guard let type = value["error"]?["type"]?.string else { return nil }
        return (type, value["error"]?["message"]?.string ?? "")
    }

    /// Returns whether a command can carry this JSON: an empty object, or an object with only an error that has a type.
    static func isCommand(_ value: JSONValue) -> Bool {
        guard let members = value.members else { return false }
        return members.isEmpty || members.count == 1 && hostError(value) != nil
    }

    /// Returns whether a notification has the parameters and the error in the JSON of a `notify` line.
    ///
    /// A member `error` is the expected error, and the other members are the expected parameters. Without this member,
    /// the notification must have no error. Without an error, a parameter of the notification can have the same name.
    private static func expects(_ json: JSONValue, _ got: FlowNotification) -> Bool {
        let hasParameter = got.error == nil && got.parameters["error"] != nil
        let wanted = json.members ?? []
        let parameters = JSONValue.object(wanted.filter { hasParameter || $0.name != "error" })
        let error = hasParameter ? nil : json["error"]
        return got.parameters.matches(atLeast: parameters)
            && FlowOutput.json(got.error).matches(atLeast: error ?? .null)
    }

    /// Returns whether an error has the type and class that a line gives, if it gives them.
    ///
    /// A line with neither a type nor a class expects no error.
    private static func expects(_ type: String?, _ category: String?, _ got: FlowPendingError?) -> Bool {
        guard let got else { return type == nil && category == nil }
        guard type != nil || category != nil else { return false }
        return (type ?? got.type) == got.type && (category ?? got.category) == got.category
    }

    /// The line as it is shown in reports.
    var text: String {
        switch self {
        case .start(let json): "start \(json)"
        case .submit(let json): "submit \(json)"
        case .select(let word): "select \(word)"
        case .event(let name, let json): "event \(name) \(json)"
        case .reply(let json): "reply \(json)"
        case .error(let type, _): "error \(type)"
        case .call(let operation, let json): "call \(operation) \(json)"
        case .present(let step, let limit, let error, let category, let json):
            "present \(step)" + (limit.map { " within=\($0)" } ?? "") + Self.text(error, category) + " \(json)"
        case .notify(let name, let json): "notify \(name) \(json)"
        case .end(let outcome, let error, let category, let json):
            "end \(outcome)" + Self.text(error, category) + " \(json)"
        case .refused(let code, let parameter): "refused \(code)" + (parameter.map { " \($0)" } ?? "")
        }
    }

    /// Returns the type and the class of an expected error as attributes, each after a space.
    private static func text(_ error: String?, _ category: String?) -> String {
        var text = ""
        if let error { text += " error=\(error)" }
        if let category { text += " class=\(category)" }
        return text
    }
}

extension String {
    /// Whether the text consists only of white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
