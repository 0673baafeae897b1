package import FlowRuntime

/// A step or an outcome, as a page shows it.
package struct StepView: Sendable {
    /// A value that the step asks for.
    struct Ask: Sendable {
        let name: String
        let type: String
        let isRequired: Bool
        let length: Int?
        let words: [String]

        /// Creates an ask from its description in a step.
        init?(_ json: JSONValue) {
            guard let name = json["name"]?.string, let type = json["type"]?.string else { return nil }
            self.name = name
            self.type = type
            isRequired = json["required"] == .bool(true)
            length = json["length"]?.integer
            words = json["of"]?.items ?? []
        }

        /// Creates an ask from an input of the flow. What the configuration asks for is required.
        init(_ ask: FlowAsk) {
            name = ask.name
            type = ask.type
            isRequired = true
            length = ask.length
            words = ask.words
        }
    }

    /// The step's name, or the outcome's.
    package let name: String
    /// Whether the flow has ended.
    package let isEnd: Bool
    /// Whether this is the form that starts the flow.
    let isStart: Bool
    /// The id of the step, which an answer must name.
    let turn: String
    /// The values that the flow shows.
    package let parameters: JSONValue
    let asks: [Ask]
    let commands: [String]
    let error: (type: String, message: String)?
    /// The seconds until the step or the whole sign-in expires; nil if neither does.
    let secondsLeft: Int?

    /// Creates a view of a step in the JSON of the library FlowHost; nil if it has another form.
    /// - Parameters:
    ///   - json: the step.
    ///   - lifetime: the seconds until the sign-in expires; nil at an end.
    package init?(_ json: JSONValue, lifetime: Int? = nil) {
        guard let step = json["present"] ?? json["end"] else { return nil }
        isEnd = json["present"] == nil
        isStart = false
        turn = json["turn"]?.string ?? ""
        guard let name = step[isEnd ? "outcome" : "step"]?.string else { return nil }
        self.name = name
        parameters = step["parameters"] ?? .object([])
        if case .array(let items) = step["requires"] { asks = items.compactMap(Ask.init) } else { asks = [] }
        commands = (json["commands"]?.items ?? []).filter { $0 != "start" && $0 != "timeout" }
        error = step["error"].map { ($0["type"]?.string ?? "", $0["message"]?.string ?? "") }
        secondsLeft = [step["timeLimit"]?.integer, lifetime].compactMap(\.self).min()
    }

    /// Creates a view of the form with which a flow starts, from the asks of its inputs.
    package init(start name: String, inputs: [FlowAsk]) {
        self.name = name
        isEnd = false
        isStart = true
        turn = ""
        parameters = .object([])
        asks = inputs.map(Ask.init)
        commands = []
        error = nil
        secondsLeft = nil
    }
}
