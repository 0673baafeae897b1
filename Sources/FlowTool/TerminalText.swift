package import FlowCore
package import FlowTesting

/// Formats a flow's outputs for users.
package enum TerminalText {
    /// The lines for one output.
    package static func text(_ output: FlowOutput) -> SafeText {
        switch output {
        case .call(let request):
            "→ \(request.operation) \(SafeText(json: request.body))\n  answer with the body as JSON, or: error TYPE MESSAGE\n"
        case .handle(let work):
            "→ handler \(work.handler) \(SafeText(json: work.inputs))\n"
                + "  gives \(work.outputs.joined(separator: ", ")) as JSON, or: error NAME MESSAGE\n"
        case .present(let step):
            "■ \(step.step)\n" + error(step.error) + members(step.parameters) + asks("submit", step.asks)
        case .notify(let told): "· \(told.name)\n" + members(told.parameters)
        case .end(let outcome):
            "● \(outcome.name)\(outcome.step.isEmpty ? "" : " (\(outcome.step))")\n" + error(outcome.error)
                + members(outcome.parameters)
        case .refused(let refusal): "! \(refusal.code): \(refusal.message)\n"
        }
    }

    /// The asks, one per line.
    package static func asks(_ event: String, _ asks: [FlowAsk]) -> SafeText {
        if asks.isEmpty { return "  \(event) needs no answers\n" }
        return "  \(event) needs:\n" + asks.map { "    \($0.name): \(description($0))\n" as SafeText }.joined()
    }

    private static func description(_ ask: FlowAsk) -> String {
        var parts = [ask.type]
        if let length = ask.length { parts.append("of length \(length)") }
        if ask.isClosed {
            parts.append(ask.words.isEmpty ? "one of none" : "one of " + ask.words.joined(separator: ", "))
        }
        if !ask.isRequired { parts.append("optional") }
        return parts.joined(separator: ", ")
    }

    private static func members(_ value: JSONValue) -> SafeText {
        (value.members ?? []).map { "    \($0.name) = \(text($0.value))\n" as SafeText }.joined()
    }

    private static func text(_ value: JSONValue) -> SafeText {
        value.string.map { SafeText($0) } ?? SafeText(json: value)
    }

    private static func error(_ error: FlowPendingError?) -> SafeText {
        guard let error else { return "" }
        let category: SafeText = error.category.isEmpty ? "" : " [\(error.category)]"
        return "  error \(error.type)\(category): \(error.message)\n"
    }
}
