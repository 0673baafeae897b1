/// The element names of the three grammars.
///
/// The numbers mean nothing outside one process; `spelling` is what stands in a file.
package enum ElementName: UInt8, Sendable, Hashable, CaseIterable {
    /// A name that no grammar has, or one in a namespace.
    case unknown
    /// `always`
    case always
    /// `answer`
    case answer
    /// `ask`
    case ask
    /// `back`
    case back
    /// `brings`
    case brings
    /// `call`
    case call
    /// `cancel`
    case cancel
    /// `challenge`
    case challenge
    /// `choice`
    case choice
    /// `class`
    case `class`
    /// `clear`
    case clear
    /// `command`
    case command
    /// `count`
    case count
    /// `counter`
    case counter
    /// `data`
    case data
    /// `define`
    case define
    /// `derive`
    case derive
    /// `doc`
    case doc
    /// `end`
    case end
    /// `error`
    case error
    /// `errors`
    case errors
    /// `event`
    case event
    /// `fact`
    case fact
    /// `fails`
    case fails
    /// `flow`
    case flow
    /// `gives`
    case gives
    /// `go`
    case go
    /// `group`
    case group
    /// `handle`
    case handle
    /// `handler`
    case handler
    /// `import`
    case `import`
    /// `input`
    case input
    /// `merge`
    case merge
    /// `needs`
    case needs
    /// `never`
    case never
    /// `notify`
    case notify
    /// `omit`
    case omit
    /// `on`
    case on
    /// `operation`
    case operation
    /// `otherwise`
    case otherwise
    /// `output`
    case output
    /// `parameter`
    case parameter
    /// `pass`
    case pass
    /// `present`
    case present
    /// `reachable`
    case reachable
    /// `receive`
    case receive
    /// `refused`
    case refused
    /// `remove`
    case remove
    /// `reply`
    case reply
    /// `reset`
    case reset
    /// `response`
    case response
    /// `round`
    case round
    /// `rounds`
    case rounds
    /// `scenario`
    case scenario
    /// `scenarios`
    case scenarios
    /// `select`
    case select
    /// `send`
    case send
    /// `service`
    case service
    /// `set`
    case set
    /// `show`
    case show
    /// `start`
    case start
    /// `step`
    case step
    /// `submit`
    case submit
    /// `substitute`
    case substitute
    /// `take`
    case take
    /// `timeout`
    case timeout
    /// `use`
    case use
    /// `value`
    case value
    /// `variant`
    case variant

    /// The name as it is written in a file; empty for `unknown`.
    package var spelling: String { Self.spellings[Int(rawValue)] }

    /// The name of a spelling, `unknown` if no grammar has it.
    package init(spelling: String) { self = Self.bySpelling[spelling] ?? .unknown }

    private static let spellings: [String] = [
        "", "always", "answer", "ask", "back", "brings", "call", "cancel", "challenge", "choice", "class", "clear",
        "command", "count", "counter", "data", "define", "derive", "doc", "end", "error", "errors", "event", "fact",
        "fails", "flow", "gives", "go", "group", "handle", "handler", "import", "input", "merge", "needs", "never",
        "notify", "omit", "on", "operation", "otherwise", "output", "parameter", "pass", "present", "reachable",
        "receive", "refused", "remove", "reply", "reset", "response", "round", "rounds", "scenario", "scenarios",
        "select", "send", "service", "set", "show", "start", "step", "submit", "substitute", "take", "timeout", "use",
        "value",
        "variant",
    ]

    private static let bySpelling = Dictionary(
        uniqueKeysWithValues: allCases.dropFirst().map { ($0.spelling, $0) }
    )
}
