import FlowCore

/// The distilled facts about Amazon Cognito, one line for each; `Facts/distil.py` made the file.
struct ServiceFacts {
    private(set) var lines: Set<String> = []

    /// Reads the file, or nothing if it is not what the script writes.
    init?(_ bytes: [UInt8]) {
        guard let facts = JSONValue(json: bytes) else { return nil }
        for bound in facts["session"]?.members ?? [] { lines.insert("session \(bound.name) \(bound.value.jsonText)") }
        for error in Self.names(facts["errors"]) { lines.insert("error \(error)") }
        for operation in facts["operations"]?.members ?? [] { add(operation) }
        for flow in facts["flows"]?.members ?? [] { add(flow: flow) }
        for challenge in facts["challenges"]?.members ?? [] { add(challenge: challenge) }
    }

    private static func names(_ value: JSONValue?) -> [String] {
        guard case .array(let items) = value else { return [] }
        return items.compactMap(\.string)
    }

    private mutating func add(_ operation: JSONMember) {
        let subject = "operation \(operation.name)"
        lines.insert(subject)
        add(operation.value["inputs"], to: "\(subject) input")
        add(operation.value["outputs"], to: "\(subject) output")
        for error in Self.names(operation.value["errors"]) { lines.insert("\(subject) error \(error)") }
    }

    private mutating func add(flow: JSONMember) {
        for operation in Self.names(flow.value["operations"]) {
            let subject = "flow \(operation) \(flow.name)"
            lines.insert(subject)
            add(flow.value["inputs"], to: "\(subject) input")
            for name in Self.names(flow.value["brings"]) { lines.insert("\(subject) brings \(name)") }
        }
    }

    private mutating func add(challenge: JSONMember) {
        let subject = "challenge \(challenge.name)"
        lines.insert(subject)
        add(challenge.value["parameters"], to: "\(subject) parameter")
        for name in Self.names(challenge.value["brings"]) { lines.insert("\(subject) brings \(name)") }
        let operations = Self.names(challenge.value["operations"])
        for operation in operations {
            add(challenge.value["responses"], to: "answer \(operation) \(challenge.name) response")
        }
        for errors in challenge.value["errors"]?.members ?? [] {
            for operation in errors.name == "*" ? operations : [errors.name] {
                for error in Self.names(errors.value) { lines.insert("operation \(operation) error \(error)") }
            }
        }
    }

    /// Members with what is said of them: required, or a type.
    private mutating func add(_ members: JSONValue?, to subject: String) {
        for member in members?.members ?? [] {
            lines.insert("\(subject) \(member.name)")
            for flag in (member.value.string ?? "").split(separator: " ") {
                lines.insert("\(subject) \(member.name) \(flag == "required" ? "" : "is ")\(flag)")
            }
        }
    }
}
