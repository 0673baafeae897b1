package import FlowCore

/// Converts answers that a user typed.
package enum AnswerText {
    /// Returns the value that a user's text has for an ask of a type. The type is nil if no ask has the answer's name.
    ///
    /// Lists, maps and flags can be written as JSON. The items of a list can also be separated by commas. Any other text
    /// is returned as a string, even if it is meant to be JSON but is malformed.
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
