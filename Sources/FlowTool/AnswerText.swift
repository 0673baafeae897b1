package import FlowCore

/// Converts answers that a user typed.
package enum AnswerText {
    /// Returns a text as a value of an ask's type; `type` is nil if no ask has the answer's name.
    ///
    /// Lists, maps and flags can be JSON. The items of a list can also be separated by commas. Any other text, also one
    /// that is not valid JSON, is returned as a string.
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
