/// The attribute names of the three grammars.
///
/// The numbers mean nothing outside one process; `spelling` is what stands in a file.
package enum AttributeName: UInt8, Sendable, Hashable, CaseIterable {
    /// A name that no grammar has, or one in a namespace.
    case unknown
    /// `abstract`
    case abstract
    /// `adds`
    case adds
    /// `after`
    case after
    /// `answer`
    case answer
    /// `as`
    case `as`
    /// `at`
    case at
    /// `attempts`
    case attempts
    /// `begins`
    case begins
    /// `challenge`
    case challenge
    /// `class`
    case `class`
    /// `code`
    case code
    /// `constant`
    case constant
    /// `counter`
    case counter
    /// `default`
    case `default`
    /// `disclose`
    case disclose
    /// `else`
    case `else`
    /// `encoding`
    case encoding
    /// `end`
    case end
    /// `error`
    case error
    /// `entries`
    case entries
    /// `errors`
    case errors
    /// `event`
    case event
    /// `extends`
    case extends
    /// `failure`
    case failure
    /// `file`
    case file
    /// `flow`
    case flow
    /// `from`
    case from
    /// `grants`
    case grants
    /// `handler`
    case handler
    /// `id`
    case id
    /// `ignore-case`
    case ignoreCase
    /// `inherit`
    case inherit
    /// `input`
    case input
    /// `into`
    case into
    /// `keep`
    case keep
    /// `keep-error`
    case keepError
    /// `left`
    case left
    /// `length`
    case length
    /// `meant`
    case meant
    /// `message`
    case message
    /// `name`
    case name
    /// `names`
    case names
    /// `node`
    case node
    /// `of`
    case of
    /// `offered`
    case offered
    /// `operation`
    case operation
    /// `otherwise`
    case otherwise
    /// `outcome`
    case outcome
    /// `parameter`
    case parameter
    /// `parameters`
    case parameters
    /// `pattern`
    case pattern
    /// `prefix`
    case prefix
    /// `present`
    case present
    /// `proves`
    case proves
    /// `refuse`
    case refuse
    /// `reply`
    case reply
    /// `required`
    case required
    /// `requires`
    case requires
    /// `responses`
    case responses
    /// `restart`
    case restart
    /// `retry`
    case retry
    /// `rows`
    case rows
    /// `select`
    case select
    /// `service`
    case service
    /// `session-at-least`
    case sessionAtLeast
    /// `session-at-most`
    case sessionAtMost
    /// `start`
    case start
    /// `step`
    case step
    /// `success`
    case success
    /// `then`
    case then
    /// `to`
    case to
    /// `traces`
    case traces
    /// `tries`
    case tries
    /// `type`
    case type
    /// `unless-before`
    case unlessBefore
    /// `use`
    case use
    /// `value`
    case value
    /// `variant`
    case variant
    /// `version`
    case version
    /// `when`
    case when
    /// `with`
    case with
    /// `within`
    case within

    /// The name as it is written in a file; empty for `unknown`.
    package var spelling: String { Self.spellings[Int(rawValue)] }

    /// The name of a spelling, `unknown` if no grammar has it.
    package init(spelling: String) { self = Self.bySpelling[spelling] ?? .unknown }

    private static let spellings: [String] = [
        "", "abstract", "adds", "after", "answer", "as", "at", "attempts", "begins", "challenge", "class", "code",
        "constant", "counter", "default", "disclose", "else", "encoding", "end", "error", "entries", "errors",
        "event", "extends", "failure", "file", "flow", "from", "grants", "handler", "id", "ignore-case", "inherit",
        "input", "into", "keep", "keep-error", "left", "length", "meant", "message", "name", "names", "node", "of",
        "offered", "operation", "otherwise", "outcome", "parameter", "parameters", "pattern", "prefix", "present",
        "proves", "refuse", "reply", "required", "requires", "responses", "restart", "retry", "rows", "select",
        "service", "session-at-least", "session-at-most", "start", "step", "success", "then", "to", "traces", "tries",
        "type", "unless-before", "use", "value", "variant", "version", "when", "with",
        "within",
    ]

    private static let bySpelling = Dictionary(
        uniqueKeysWithValues: allCases.dropFirst().map { ($0.spelling, $0) }
    )
}
