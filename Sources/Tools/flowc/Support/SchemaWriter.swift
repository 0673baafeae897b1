import FlowCompiler
import FlowCore
import FlowTable

/// Writes the inputs, steps and outcomes of a flow as JSON, with JSON Schemas (draft 2020-12) for their values.
enum SchemaWriter {
    /// Returns the name, the description, the inputs, the steps and the outcomes of a flow.
    static func json(_ interface: HostInterface) -> JSONValue {
        .object([
            JSONMember("flow", .string(interface.name)), JSONMember("description", .string(interface.doc)),
            JSONMember("inputs", object(interface.inputs.map { ($0.name, schema($0), $0.isRequired) })),
            JSONMember("steps", .object(interface.steps.map { JSONMember($0.name, json($0)) })),
            JSONMember("outcomes", .object(interface.outcomes.map { JSONMember($0.name, json($0)) })),
        ])
    }

    /// Returns the interface of a step. It has answers only if the host can answer the step.
    private static func json(_ step: HostInterface.Step) -> JSONValue {
        var members = [
            JSONMember("description", .string(step.doc)), JSONMember("parameters", parameters(step.shown)),
            JSONMember("commands", .array(step.commands.map { .string($0.name) })),
            JSONMember("errors", errors(step.errors)), JSONMember("hasTimeLimit", .bool(step.isLimited)),
        ]
        if let answers = step.answers {
            members.append(JSONMember("answers", object(answers.map { ($0.name, schema($0), $0.isRequired) })))
        }
        return .object(members)
    }

    /// Returns the interface of an outcome.
    private static func json(_ outcome: HostInterface.Outcome) -> JSONValue {
        .object([
            JSONMember("description", .string(outcome.doc)), JSONMember("parameters", parameters(outcome.shown)),
            JSONMember("errors", errors(outcome.errors)),
        ])
    }

    /// Returns the types of the errors that can lead here, and whether others can.
    private static func errors(_ errors: HostInterface.ErrorTypes) -> JSONValue {
        .object([
            JSONMember("types", .array(errors.named.map { .string($0) })),
            JSONMember("others", .bool(errors.allowsOthers)),
        ])
    }

    /// Returns the schema of shown values. A flow shows flags and numbers as texts.
    private static func parameters(_ values: [HostInterface.Value]) -> JSONValue {
        object(
            values.map { value in
                (value.name, value.type.isCollection ? collection(value.type) : type("string"), !value.isOptional)
            })
    }

    /// Returns the schema of an input or an answer.
    private static func schema(_ input: HostInterface.Input) -> JSONValue {
        let rule = input.rule
        var members: [JSONMember]
        switch input.type {
        case .list, .map: return collection(input.type, isFilled: input.isNonEmpty, fallback: input.fallback)
        case .flag: members = [JSONMember("type", .string("boolean"))]
        case .seconds:
            // From one second to one day.
            members = [
                JSONMember("type", .string("integer")), JSONMember("minimum", .number("1")),
                JSONMember("maximum", .number("86400")),
            ]
        case .secret, .session:
            members = [
                JSONMember("type", .string("string")), JSONMember("format", .string("password")),
                JSONMember("writeOnly", .bool(true)),
            ]
        case .text, .digits, .choice, .bytes, .instant: members = [JSONMember("type", .string("string"))]
        }
        if !rule.words.isEmpty {
            // JSON Schema compares the values of `enum` exactly.
            let name = rule.ignoresCase ? "examples" : "enum"
            members.append(JSONMember(name, .array(rule.words.map { .string($0) })))
        }
        if let length = rule.length {
            members.append(JSONMember("minLength", .number(String(length))))
            members.append(JSONMember("maxLength", .number(String(length))))
        } else if input.isNonEmpty, rule.words.isEmpty, input.type != .flag, input.type != .seconds {
            members.append(JSONMember("minLength", .number("1")))
        }
        let patterns = patterns(of: input).map { JSONMember("pattern", .string("^(?:" + $0 + ")$")) }
        members += patterns.prefix(1)
        if patterns.count > 1 {
            members.append(JSONMember("allOf", .array(patterns.dropFirst().map { .object([$0]) })))
        }
        if let fallback = input.fallback { members.append(JSONMember("default", value(fallback, input.type))) }
        return .object(members)
    }

    /// Returns the patterns of JSON Schema that a text must match: the flow's own, and those of its type and words.
    private static func patterns(of input: HostInterface.Input) -> [String] {
        var patterns = input.rule.pattern.map { [regularExpression($0)] } ?? []
        if input.type == .digits { patterns.append("[0-9]*") }
        if input.rule.ignoresCase, !input.rule.words.isEmpty {
            patterns.append(input.rule.words.map { expression(ignoringCaseOf: $0) }.joined(separator: "|"))
        }
        return patterns
    }

    /// Returns a regular expression that matches a word in upper and lower case, as far as its letters are ASCII.
    private static func expression(ignoringCaseOf word: String) -> String {
        var result = ""
        for scalar in word.unicodeScalars {
            let properties = scalar.properties
            if scalar.isASCII, properties.isAlphabetic {
                result += "[" + properties.lowercaseMapping + properties.uppercaseMapping + "]"
            } else {
                if escapable.contains(scalar) { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a pattern of a flow in the syntax of JSON Schema, which is that of ECMA-262 with the flag `u`.
    /// There, a backslash may precede only some punctuation, and a hyphen must not follow a set such as `\d` in a class.
    /// `.` there excludes line breaks, and `\s` includes white space outside of ASCII, so other sets replace both.
    private static func regularExpression(_ pattern: String) -> String {
        var result = ""
        var isInClass = false
        var isAfterSet = false
        var scalars = pattern.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            if scalar == "\\", let escaped = scalars.next() {
                isAfterSet = isInClass && sets.contains(escaped)
                switch escaped {
                case "s": result += isInClass ? space : "[\(space)]"
                case "S": result += isInClass ? otherThanSpace : "[^\(space)]"
                default:
                    let isLetter = escaped.properties.isAlphabetic
                    if isLetter || escapable.contains(escaped) || isInClass && escaped == "-" { result += "\\" }
                    result.unicodeScalars.append(escaped)
                }
                continue
            }
            if scalar == ".", !isInClass {
                result += #"[\s\S]"#
                continue
            }
            if scalar == "[" { isInClass = true }
            if scalar == "]" { isInClass = false }
            if scalar == "-", isAfterSet { result += "\\" }
            isAfterSet = false
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// The punctuation that a backslash may precede everywhere.
    private static let escapable = Set("^$\\.*+?()[]{}|/".unicodeScalars)
    /// The members of the class `\s` of flows, and those of `\S`.
    private static let space = #"\t-\r "#
    private static let otherThanSpace = #"\x00-\x08\x0E-\x1F!-\u{10FFFF}"#
    /// The letters that stand for a set of characters after a backslash.
    private static let sets = Set("dDwWsS".unicodeScalars)

    /// Returns the JSON value that a text of a flow stands for.
    private static func value(_ text: String, _ type: SlotType) -> JSONValue {
        switch type {
        case .flag: .bool(text == "true")
        case .seconds: .number(text)
        case .list: .array(text.split(separator: " ").map { .string(String($0)) })
        case .text, .secret, .digits, .choice, .map, .bytes, .session, .instant: .string(text)
        }
    }

    /// Returns the schema of a list or a map, whose items are texts. A list that is filled has at least one item.
    private static func collection(_ type: SlotType, isFilled: Bool = false, fallback: String? = nil) -> JSONValue {
        let text = JSONMember(type == .list ? "items" : "additionalProperties", self.type("string"))
        var members = [JSONMember("type", .string(type == .list ? "array" : "object")), text]
        if isFilled, type == .list { members.append(JSONMember("minItems", .number("1"))) }
        if let fallback { members.append(JSONMember("default", value(fallback, type))) }
        return .object(members)
    }

    private static func type(_ name: String) -> JSONValue { .object([JSONMember("type", .string(name))]) }

    /// Returns the schema of an object with these members and no others.
    private static func object(_ members: [(name: String, schema: JSONValue, isRequired: Bool)]) -> JSONValue {
        .object([
            JSONMember("type", .string("object")),
            JSONMember("properties", .object(members.map { JSONMember($0.name, $0.schema) })),
            JSONMember("required", .array(members.filter(\.isRequired).map { .string($0.name) })),
            JSONMember("additionalProperties", .bool(false)),
        ])
    }
}

extension SlotType {
    fileprivate var isCollection: Bool { self == .list || self == .map }
}
