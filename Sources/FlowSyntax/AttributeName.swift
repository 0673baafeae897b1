/// The attribute names of the three grammars.
///
/// The raw values have no meaning outside one process; files contain the `spelling`.
package enum AttributeName: UInt8, Sendable, Hashable, CaseIterable {
    /// A name that no grammar defines, or that is in a namespace.
    case unknown
    case abstract
    case adds
    case after
    case answer
    case `as`
    case at
    case attempts
    case begins
    case challenge
    case `class`
    case code
    case constant
    case counter
    case `default`
    case disclose
    case `else`
    case encoding
    case end
    case error
    case entries
    case errors
    case event
    case extends
    case failure
    case file
    case flow
    case from
    case grants
    case handler
    case happyPath
    case id
    case ignoreCase
    case inherit
    case input
    case into
    case keep
    case keepError
    case left
    case length
    case meant
    case message
    case name
    case names
    case node
    case of
    case offered
    case operation
    case otherwise
    case outcome
    case parameter
    case parameters
    case pattern
    case prefix
    case present
    case proves
    case refuse
    case reply
    case required
    case requires
    case responses
    case restart
    case retry
    case rows
    case select
    case service
    case sessionAtLeast
    case sessionAtMost
    case start
    case step
    case success
    case swiftName
    case then
    case to
    case traces
    case tries
    case type
    case unlessBefore
    case use
    case value
    case variant
    case version
    case when
    case with
    case within

    /// The name as written in a file; empty for `unknown`.
    package var spelling: String { Self.spellings[Int(rawValue)] }

    /// Creates the name with a spelling, or `unknown` if no grammar defines it.
    package init(spelling: String) { self = Self.bySpelling[spelling] ?? .unknown }

    private static let spellings: [String] = [
        "", "abstract", "adds", "after", "answer", "as", "at", "attempts", "begins", "challenge", "class", "code",
        "constant", "counter", "default", "disclose", "else", "encoding", "end", "error", "entries", "errors", "event",
        "extends", "failure", "file", "flow", "from", "grants", "handler", "happy-path", "id", "ignore-case", "inherit",
        "input", "into", "keep", "keep-error", "left", "length", "meant", "message", "name", "names", "node", "of",
        "offered", "operation", "otherwise", "outcome", "parameter", "parameters", "pattern", "prefix", "present",
        "proves", "refuse", "reply", "required", "requires", "responses", "restart", "retry", "rows", "select",
        "service", "session-at-least", "session-at-most", "start", "step", "success", "swift-name", "then", "to",
        "traces", "tries", "type", "unless-before", "use", "value", "variant", "version", "when", "with", "within",
    ]

    private static let bySpelling = Dictionary(
        uniqueKeysWithValues: allCases.dropFirst().map { ($0.spelling, $0) }
    )
}
