package import FlowCore

/// Parses answers that a user typed.
package enum AnswerText {
    /// Converts a text to an ask's type.
    ///
    /// Lists are separated by commas, maps are JSON, flags are true or false.
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
