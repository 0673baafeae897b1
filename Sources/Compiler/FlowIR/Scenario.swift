/// A scripted conversation with a flow. JSON is stored as text, which is parsed when the scenario is played.
package struct Scenario: Sendable {
    /// A line of the conversation: an input of the host or the service, or an expected output of the flow.
    ///
    /// `error` and `category` are the type and the class of the pending error.
    package enum Line: Sendable {
        /// The host starts the flow.
        case start(json: String)
        /// The host submits answers.
        case submit(json: String)
        /// The host answers the step's choice with a word.
        case select(String)
        /// The host sends `back`, `cancel` or a command, or the time limit of the step expires (`timeout`).
        ///
        /// A command may carry an error: `{"error": {"type": …, "message": …}}`.
        case event(String, json: String = "{}")
        /// The service replies.
        case reply(json: String)
        /// The service or the transport reports an error.
        case error(type: String, message: String)
        /// Expects a request with exactly these members. The value `"*"` matches any value of the request.
        case call(operation: String, json: String)
        /// Expects a step that shows at least these values and, unless `within` is nil, has this time limit in seconds.
        case present(step: String, within: Int? = nil, error: String?, category: String?, json: String)
        /// Expects a notification that shows at least these values.
        case notify(name: String, json: String)
        /// Expects an end that shows at least these values.
        case end(outcome: String, error: String?, category: String?, json: String)
        case refused(code: String, parameter: String?)
    }

    /// A line, and its line number in the file, for reports.
    package struct NumberedLine: Sendable {
        package var line: Line
        package var lineNumber: Int

        package init(_ line: Line, lineNumber: Int) {
            self.line = line
            self.lineNumber = lineNumber
        }
    }

    /// The scripted result of a handler.
    package enum HandlerScript: Sendable {
        case gives(json: String)
        case fails(String)
    }

    /// The scenario's name, unique in its file.
    package var name: String
    /// The number of lines at the start of ``lines`` that come from the scenario that this one continues.
    package var prefixCount: Int
    /// The rows of the transition lists that the scenario covers.
    package var rows: [String]
    /// The recorded conversations that the scenario replays.
    package var traces: [String]
    package var handlers: [String: HandlerScript]
    /// The lines of the conversation. They begin with the lines of the scenario that this one continues.
    package var lines: [NumberedLine]

    package init(
        name: String, prefixCount: Int, rows: [String], traces: [String], handlers: [String: HandlerScript],
        lines: [NumberedLine]
    ) {
        self.name = name
        self.prefixCount = prefixCount
        self.rows = rows
        self.traces = traces
        self.handlers = handlers
        self.lines = lines
    }
}
