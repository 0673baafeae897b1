package import FlowCore

/// What stands after a call of a style: a step or an outcome that is not a failure.
package struct StyleStep: Sendable {
    /// The step's name, or that of the outcome.
    package let name: String
    /// What is shown: a JSON object.
    package let parameters: JSONValue
    /// What the step asks; nothing for an outcome.
    package let asks: [FlowAsk]
    /// Whether the flow has ended.
    package let isOutcome: Bool
    /// The error that led here, where the flow goes on after it.
    package let error: FlowPendingError?

    /// A shown text.
    package func text(_ name: String) -> String? { parameters[name]?.string }

    /// A shown list.
    package func list(_ name: String) -> [String] {
        guard case .array(let items) = parameters[name] else { return [] }
        return items.compactMap(\.string)
    }

    /// A shown map.
    package func map(_ name: String) -> [String: String] {
        var map: [String: String] = [:]
        for member in parameters[name]?.members ?? [] { map[member.name] = member.value.string }
        return map
    }
}
