import ArgumentParser

/// `flowc run`
struct Run: ParsableCommand {
    /// Who answers requests.
    enum Service: String, ExpressibleByArgument, CaseIterable {
        case pool, scripted
    }

    /// Who does the handlers' work.
    enum Handlers: String, ExpressibleByArgument, CaseIterable {
        case standIn = "stand-in"
        case external, real
    }

    static let configuration = CommandConfiguration(
        abstract: "Holds a conversation with a flow.",
        discussion: """
            With --json, every line of input and output is a JSON object, so that any program can drive a flow; a line that is \
            not understood is refused as 'bad-line'. Without it, a person can: a step asks, lines 'name=value' answer, and an \
            empty line submits them. With --service scripted, the service's answers are lines, too.

            Examples:
              flowc run flows/amplify.flow.xml --service scripted
              flowc run amplify.flow --json --service scripted < conversation.jsonl
              flowc run flows/amplify.flow.xml --json --service scripted --handlers external
            """)

    @Argument(help: "A flow or its table.", completion: .file(extensions: ["xml", "flow"]))
    var file: String

    @Flag(help: "Speak the line protocol.")
    var json = false

    @Flag(
        help:
            "With --json, repeat every line of input and say of each line who speaks.")
    var echo = false

    @Option(help: "Who answers requests: the embedded user pool, or scripted: the lines of the input.")
    var service = Service.pool

    @Option(help: "Send requests to this URL instead.")
    var endpoint: String?

    @Option(help: "Who does the handlers' work: stand-in texts, external: the lines of the input, or real ones.")
    var handlers: Handlers?

    @OptionGroup var findings: FindingOptions

    func validate() throws {
        if file == "-" { throw ValidationError("the flow cannot be standard input, which is the conversation") }
    }

    func run() throws {
        if service != .scripted || endpoint != nil || handlers == .real {
            throw Companion.start(Array(CommandLine.arguments.dropFirst()))
        }
        let table = try TableSource.load(file, options: findings.compilerOptions)
        let isExternal = handlers == .external
        if json {
            var conversation = LineConversation(table, externalHandlers: isExternal, echoes: echo)
            conversation.run()
        } else {
            var conversation = TerminalConversation(table, externalHandlers: isExternal)
            conversation.run()
        }
    }
}
