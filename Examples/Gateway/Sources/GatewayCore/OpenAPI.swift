package import FlowRuntime

/// The OpenAPI document of a gateway: three operations for each flow, with a schema for each of its steps.
package struct OpenAPI {
    /// A flow that the gateway offers.
    package struct Flow: Sendable {
        let name: String
        /// What `flowc generate schema` wrote.
        let interface: JSONValue
        /// The inputs that a client sends; the gateway sets all others.
        let asked: [String]

        /// Creates the description of a flow.
        package init(name: String, interface: JSONValue, asked: [String]) {
            self.name = name
            self.interface = interface
            self.asked = asked
        }

        /// The name as the beginning of the names of schemas.
        var typeName: String { OpenAPI.typeName(name) }
    }

    /// Returns the document for the flows.
    package static func document(_ flows: [Flow], title: String) -> JSONValue {
        .object([
            JSONMember("openapi", "3.1.0"),
            JSONMember("info", ["title": .string(title), "version": "1"]),
            JSONMember("paths", .object(flows.flatMap(paths))),
            JSONMember("components", ["schemas": .object(common + flows.flatMap(FlowSchemas.schemas))]),
        ])
    }

    // MARK: Paths

    private static func paths(_ flow: Flow) -> [JSONMember] {
        [
            path(flow, "start", "Start", "Starts a sign-in."),
            path(flow, "answer", "Answer", "Answers the step that the sign-in presents."),
            path(flow, "command", "Command", "Sends a command, such as `cancel`, `back` or one of the flow."),
        ]
    }

    private static func path(_ flow: Flow, _ verb: String, _ body: String, _ summary: String) -> JSONMember {
        let problem = content("application/problem+json", reference("Problem"), "The request was refused.")
        let statuses = ["400", "403", "404", "408", "409", "410", "413", "415", "422", "429", "500", "502", "503"]
        let operation: JSONValue = .object([
            JSONMember("operationId", .string(verb + flow.typeName)), JSONMember("summary", .string(summary)),
            JSONMember("tags", .array([.string(flow.name)])),
            JSONMember(
                "requestBody",
                .object(
                    [JSONMember("required", .bool(true))] + media("application/json", reference(flow.typeName + body)))),
            JSONMember(
                "responses",
                .object(
                    [
                        JSONMember(
                            "200", content("application/json", reference(flow.typeName + "Reply"), "The next step."))
                    ] + statuses.map { JSONMember($0, problem) })),
        ])
        return JSONMember("/v1/\(flow.name)/\(verb)", ["post": operation])
    }

    private static func content(_ type: String, _ schema: JSONValue, _ description: String) -> JSONValue {
        .object([JSONMember("description", .string(description))] + media(type, schema))
    }

    private static func media(_ type: String, _ schema: JSONValue) -> [JSONMember] {
        [JSONMember("content", .object([JSONMember(type, ["schema": schema])]))]
    }

    // MARK: Schemas of all flows

    private static var common: [JSONMember] {
        [
            JSONMember(
                "Problem",
                object(
                    [
                        ("type", text), ("title", text), ("status", ["type": "integer"]), ("detail", text),
                        ("code", text),
                        ("instance", text),
                    ], optional: [("parameter", text), ("current", ["type": "object"])], isClosed: false)),
            JSONMember(
                "Ask",
                object(
                    [("name", text), ("type", text), ("required", ["type": "boolean"])],
                    optional: [("length", ["type": "integer"]), ("of", list(text))], isClosed: false)),
            JSONMember(
                "FlowError",
                object([("type", text), ("message", text)], optional: [("class", nullable(text))], isClosed: false)),
            JSONMember(
                "Notification",
                object([("name", text), ("parameters", ["type": "object"])], optional: [], isClosed: false)),
        ]
    }

    static let text: JSONValue = ["type": "string"]

    static func list(_ items: JSONValue) -> JSONValue {
        .object([JSONMember("type", "array"), JSONMember("items", items)])
    }

    static func nullable(_ schema: JSONValue) -> JSONValue { ["anyOf": .array([schema, ["type": "null"]])] }

    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + name)] }

    /// Returns the schema of an object with required and optional members.
    static func object(
        _ required: [(String, JSONValue)], optional: [(String, JSONValue)] = [], isClosed: Bool = true
    ) -> JSONValue {
        .object([
            JSONMember("type", "object"),
            JSONMember("properties", .object((required + optional).map { JSONMember($0.0, $0.1) })),
            JSONMember("required", .array(required.map { .string($0.0) })),
            JSONMember("additionalProperties", .bool(!isClosed)),
        ])
    }

    /// Returns a name as the name of a schema: `TYPE_THE_CODE` and `type-the-code` become `TypeTheCode`.
    static func typeName(_ name: String) -> String {
        let isUpper = !name.contains { $0.isLowercase }
        return name.split { !$0.isLetter && !$0.isNumber }.map { word in
            word.prefix(1).uppercased() + (isUpper ? word.dropFirst().lowercased() : String(word.dropFirst()))
        }.joined()
    }
}
