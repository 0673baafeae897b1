/// The element names of the three grammars.
///
/// The raw values have no meaning outside one process; files contain the `spelling`.
package enum ElementName: UInt8, Sendable, Hashable, CaseIterable {
    /// A name that no grammar defines, or that is in a namespace.
    case unknown
    case always
    case answer
    case ask
    case back
    case brings
    case call
    case cancel
    case challenge
    case choice
    case `class`
    case clear
    case command
    case count
    case counter
    case data
    case define
    case derive
    case doc
    case end
    case error
    case errors
    case event
    case fact
    case fails
    case flow
    case gives
    case go
    case group
    case handle
    case handler
    case `import`
    case input
    case merge
    case needs
    case never
    case notify
    case omit
    case on
    case operation
    case otherwise
    case output
    case parameter
    case pass
    case present
    case reachable
    case receive
    case refused
    case remove
    case reply
    case reset
    case response
    case round
    case rounds
    case scenario
    case scenarios
    case select
    case send
    case service
    case set
    case show
    case start
    case step
    case submit
    case substitute
    case take
    case timeout
    case use
    case value
    case variant

    /// The name as written in a file; empty for `unknown`.
    package var spelling: String { Self.spellings[Int(rawValue)] }

    /// Creates the name with a spelling, or `unknown` if no grammar defines it.
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
