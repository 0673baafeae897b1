package import FlowCore

/// A JSON text as a value; `null` if it is none.
package func json(_ text: String) -> JSONValue { JSONValue(json: Array(text.utf8)) ?? .null }
