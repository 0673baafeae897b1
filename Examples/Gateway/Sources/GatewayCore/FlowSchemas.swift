import FlowRuntime

/// The schemas of one flow: what a client sends, and each step and outcome that it can receive.
enum FlowSchemas {
    /// Returns the schemas by name.
    static func schemas(_ flow: OpenAPI.Flow) -> [JSONMember] {
        let steps = flow.interface["steps"]?.members ?? []
        let outcomes = flow.interface["outcomes"]?.members ?? []
        return requests(flow, steps) + steps.flatMap { step(flow, $0) } + outcomes.flatMap { outcome(flow, $0) } + [
            JSONMember(
                flow.typeName + "Reply",
                [
                    "oneOf": .array(
                        steps.map { OpenAPI.reference(stepName(flow, $0)) }
                            + outcomes.map { OpenAPI.reference(outcomeName(flow, $0)) })
                ])
        ]
    }

    // MARK: What a client sends

    private static func requests(_ flow: OpenAPI.Flow, _ steps: [JSONMember]) -> [JSONMember] {
        let state: [(String, JSONValue)] = [("state", OpenAPI.text)]
        let turn: [(String, JSONValue)] = [("turn", OpenAPI.text)]
        let forms = steps.filter { $0.value["answers"] != nil }.map {
            OpenAPI.reference(stepName(flow, $0) + "Answers")
        }
        let words = Set(steps.flatMap { $0.value["commands"]?.items ?? [] }).sorted().map { JSONValue.string($0) }
        // Neither `anyOf` nor `enum` may be empty.
        let answers: JSONValue = forms.isEmpty ? OpenAPI.object([]) : ["anyOf": .array(forms)]
        let command: JSONValue = words.isEmpty ? OpenAPI.text : ["type": "string", "enum": .array(words)]
        return [
            JSONMember(flow.typeName + "Inputs", inputs(flow)),
            JSONMember(
                flow.typeName + "Start", OpenAPI.object([("inputs", OpenAPI.reference(flow.typeName + "Inputs"))])),
            JSONMember(
                flow.typeName + "Answer",
                OpenAPI.object(state + [("answers", answers)], optional: turn)),
            JSONMember(
                flow.typeName + "Command",
                OpenAPI.object(
                    state + [("command", command)], optional: turn + [("error", OpenAPI.reference("FlowError"))])),
        ]
    }

    /// Returns the schema of the inputs that a client sends.
    private static func inputs(_ flow: OpenAPI.Flow) -> JSONValue {
        let required = Set(flow.interface["inputs"]?["required"]?.items ?? [])
        let all = (flow.interface["inputs"]?["properties"]?.members ?? []).filter { flow.asked.contains($0.name) }
        return OpenAPI.object(
            all.filter { required.contains($0.name) }.map { ($0.name, $0.value) },
            optional: all.filter { !required.contains($0.name) }.map { ($0.name, $0.value) })
    }

    // MARK: What a client receives

    private static func stepName(_ flow: OpenAPI.Flow, _ step: JSONMember) -> String {
        flow.typeName + OpenAPI.typeName(step.name) + "Step"
    }

    private static func outcomeName(_ flow: OpenAPI.Flow, _ outcome: JSONMember) -> String {
        flow.typeName + OpenAPI.typeName(outcome.name) + "Outcome"
    }

    private static func step(_ flow: OpenAPI.Flow, _ step: JSONMember) -> [JSONMember] {
        let name = stepName(flow, step)
        let presented = OpenAPI.object(
            [
                ("step", constant(step.name)), ("parameters", parameters(step.value)),
                ("requires", OpenAPI.list(OpenAPI.reference("Ask"))),
                ("error", OpenAPI.nullable(OpenAPI.reference("FlowError"))),
            ], optional: [("timeLimit", ["type": "integer"])])
        let reply = OpenAPI.object(
            common + [("turn", OpenAPI.text), ("state", OpenAPI.text), ("expires", ["type": "integer"])]
                + [("present", presented)])
        let answers = step.value["answers"].map { [JSONMember(name + "Answers", $0)] } ?? []
        return [JSONMember(name, described(reply, step.value))] + answers
    }

    /// Returns the schema of an end. Tokens go to cookies or to the host's back end, and are not in it.
    private static func outcome(_ flow: OpenAPI.Flow, _ outcome: JSONMember) -> [JSONMember] {
        let ended = OpenAPI.object([
            ("outcome", constant(outcome.name)), ("step", OpenAPI.nullable(OpenAPI.text)),
            ("parameters", ["type": "object"]), ("error", OpenAPI.nullable(OpenAPI.reference("FlowError"))),
        ])
        return [
            JSONMember(
                outcomeName(flow, outcome), described(OpenAPI.object(common + [("end", ended)]), outcome.value))
        ]
    }

    private static var common: [(String, JSONValue)] {
        [
            ("flow", OpenAPI.text), ("commands", OpenAPI.list(OpenAPI.text)),
            ("notifications", OpenAPI.list(OpenAPI.reference("Notification"))),
        ]
    }

    private static func constant(_ text: String) -> JSONValue {
        .object([JSONMember("type", "string"), JSONMember("const", .string(text))])
    }

    /// Returns the schema of the values that a step shows.
    private static func parameters(_ step: JSONValue) -> JSONValue { step["parameters"] ?? ["type": "object"] }

    private static func described(_ schema: JSONValue, _ step: JSONValue) -> JSONValue {
        guard let text = step["description"]?.string, !text.isEmpty else { return schema }
        return .object([JSONMember("description", .string(text))] + (schema.members ?? []))
    }
}
