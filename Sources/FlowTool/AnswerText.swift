package import FlowCore

/// What a person typed as an answer.
package enum AnswerText {
    /// The value of a text for an ask of that type: lists separated by commas, maps as JSON, flags as true or false.
    package static func value(_ text: String, of type: String?) -> JSONValue {
        if let json = JSONValue(json: Array(text.utf8)) {
            switch (type, json) {
            case ("list", .array), ("map", .object), ("flag", .bool): return json
            default: break
            }
        }
        if type == "list" { return .array(text.split(separator: ",").map { .string(String($0)) }) }
        return .string(text)
    }
}
