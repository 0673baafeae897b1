package import FlowCore

/// The result of a call of an SDK-style API: a step, or an outcome that is not a failure.
package struct StyleStep: Sendable {
    /// The step's name, or that of the outcome.
    package let name: String
    /// The values shown, as a JSON object.
    package let parameters: JSONValue
    /// The step's asks; empty for an outcome.
    package let asks: [FlowAsk]
    /// Whether the flow has ended.
    package let isOutcome: Bool
    /// The error after which the flow presents this step or ends with this outcome, or nil if there was none.
    package let error: FlowPendingError?

    /// Returns the shown text with a name, or nil if no such text is shown.
    package func text(_ name: String) -> String? { parameters[name]?.string }

    /// Returns the shown list with a name, which is empty if there is none.
    package func list(_ name: String) -> [String] {
        parameters[name]?.strings ?? []
    }

    /// Returns the shown map with a name, which is empty if there is none.
    package func map(_ name: String) -> [String: String] {
        var result: [String: String] = [:]
        for member in parameters[name]?.members ?? [] { result[member.name] = member.value.string }
        return result
    }
}
