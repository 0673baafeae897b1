/// A scripted conversation with a flow, as plain values. JSON is kept as text; it is checked when it is read.
package struct Scenario: Sendable {
    /// One line of the conversation.
    package enum Line: Sendable {
        /// The host starts, submits, selects, or sends a command, which may carry an error: `{"error": {"type", "message"}}`.
        case start(json: String)
        case submit(json: String)
        case select(String)
        case event(String, json: String = "{}")
        /// The service answers, or fails.
        case reply(json: String)
        case error(type: String, message: String)
        /// The flow is expected to call, with exactly these members (`"*"` stands for any value).
        case call(operation: String, json: String)
        /// The flow is expected to present, showing at least this.
        case present(step: String, error: String?, category: String?, json: String)
        /// The flow is expected to notify, showing at least this.
        case notify(name: String, json: String)
        /// The flow is expected to end, showing at least this.
        case end(outcome: String, error: String?, category: String?, json: String)
        /// The flow is expected to refuse.
        case refused(code: String, parameter: String?)
    }

    /// A line and where it stands, for reports: the line number in its file.
    package struct PlacedLine: Sendable {
        package var line: Line
        package var lineNumber: Int

        /// A line with its place.
        package init(_ line: Line, lineNumber: Int) {
            self.line = line
            self.lineNumber = lineNumber
        }
    }

    /// What a handler does in this scenario instead of giving stand-ins.
    package enum HandlerScript: Sendable {
        case gives(json: String)
        case fails(String)
    }

    /// The scenario's name, unique in its file.
    package var name: String
    /// The scenario whose conversation comes before this one's, already resolved into ``lines``.
    package var prefixCount: Int
    /// Rows of the transition lists that it shows.
    package var rows: [String]
    /// Recorded conversations that it plays.
    package var traces: [String]
    /// What handlers do.
    package var handlers: [String: HandlerScript]
    /// The conversation, with that of the scenario it goes on from.
    package var lines: [PlacedLine]

    /// A scenario.
    package init(
        name: String, prefixCount: Int, rows: [String], traces: [String], handlers: [String: HandlerScript],
        lines: [PlacedLine]
    ) {
        self.name = name
        self.prefixCount = prefixCount
        self.rows = rows
        self.traces = traces
        self.handlers = handlers
        self.lines = lines
    }
}
