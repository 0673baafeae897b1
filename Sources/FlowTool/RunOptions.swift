package import ArgumentParser

/// The options of `flowc run`, which two programs parse.
///
/// The first one starts fast. It becomes the second one if a conversation needs cryptography or a network.
package struct RunOptions: ParsableArguments {
    /// The kind of service that answers requests.
    package enum Service: String, ExpressibleByArgument, CaseIterable, Sendable {
        case pool, scripted
    }

    /// The kind of handlers.
    package enum Handlers: String, ExpressibleByArgument, CaseIterable, Sendable {
        case standIn = "stand-in"
        case external, real
    }

    /// The command's name and description.
    package static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Holds a conversation with a flow.",
        discussion: """
            On a terminal, steps are told in words and answers asked one by one; secrets are not echoed. With --json, every \
            line of input and output is a JSON object, so that any program can drive a flow; a line that is not understood is \
            refused as 'bad-line', and one of more than 1048576 bytes is skipped and refused as 'line-too-long'. From a pipe without --json, lines 'name=value' answer, and an empty line submits them.

            Requests go to an embedded user pool in this process, unless --endpoint, --pool-id or --config name a service, or the \
            service's answers are lines, too: --service scripted. A client secret is read from the environment \
            (FLOWC_CLIENT_SECRET) or from a file, as everybody can see a program's arguments.

            Examples:
              flowc run flows/amplify.flow.xml
              flowc run flows/amplify.flow.xml --seed users.json --trace
              flowc run flows/amplify.flow.xml --input flowType=userAuth
              flowc run flows/amplify.flow.xml --endpoint http://127.0.0.1:9229 --pool-id us-east-1_Embedded1
              flowc run flows/amplify.flow.xml --pool-id eu-west-1_AbC --client-id 4example
              flowc run flows/amplify.flow.xml --service scripted
              flowc run amplify.flow --json --service scripted < conversation.jsonl
              flowc run flows/amplify.flow.xml --json --service scripted --handlers external
            """)

    @Argument(help: "A flow or its table.", completion: .file(extensions: ["xml", "flow"]))
    package var file: String

    /// Whether input and output use the line protocol.
    @Flag(help: "Speak the line protocol.")
    package var json = false

    /// Whether input lines are repeated in the output.
    @Flag(help: "With --json and --service scripted, repeat every line of input and say of each line who speaks.")
    package var echo = false

    /// The kind of service, if given.
    @Option(
        help: "Who answers requests: the embedded user pool, which is the default, or scripted: the lines of the input."
    )
    package var service: Service?

    /// The service's URL, if given.
    @Option(help: ArgumentHelp("Send requests to this URL.", valueName: "url"))
    package var endpoint: String?

    /// The service's region, if given.
    @Option(help: "Send requests to Amazon Cognito in this region.")
    package var region: String?

    /// The app's configuration file, if given.
    @Option(
        help: ArgumentHelp(
            "awsconfiguration.json, amplifyconfiguration.json or amplify_outputs.json: names the service and the client.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    package var config: String?

    /// The pool's id, if given.
    @Option(
        name: .customLong("pool-id"),
        help: "The service's user pool, which the proof of a password names; its region is the service's.")
    package var poolID: String?

    /// The app client, if given.
    @Option(name: .customLong("client-id"), help: "The app client; without it, that of the pool or of the flow.")
    package var clientID: String?

    /// The file with the client's secret, if given.
    @Option(
        help: ArgumentHelp("A file with the app client's secret; or set FLOWC_CLIENT_SECRET.", valueName: "file"),
        completion: .file())
    package var clientSecretFile: String?

    /// The users and settings of the embedded pool.
    @Option(
        help: ArgumentHelp("Users and settings of the embedded pool, as JSON.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var seed: String?

    /// The file of the embedded pool, if it is stored.
    @Option(
        help: ArgumentHelp(
            "A file that the embedded pool is kept in; if it is there, its users count and not those of the seed.",
            valueName: "file"), completion: .file())
    package var data: String?

    /// The file of remembered devices, if they are stored.
    @Option(
        help: ArgumentHelp(
            "A folder that remembered devices are kept in; without it, they last as long as the program.",
            valueName: "file"), completion: .file())
    package var devices: String?

    /// The kind of handlers, if given.
    @Option(
        help: """
            Who does the handlers' work: real ones, which is the default, stand-in texts, which is the default with a scripted \
            service, or external: the lines of the input.
            """)
    package var handlers: Handlers?

    /// Inputs of the flow that the user is not asked for.
    @Option(
        name: [.customShort("i"), .customLong("input")],
        help: ArgumentHelp("An input of the flow that every start has unless it says another.", valueName: "name=value")
    )
    package var inputs: [InputWish] = []

    /// Whether requests, responses and handlers are traced.
    @Flag(help: "Tell every request, answer and handler, secrets left out; with --json on standard error.")
    package var trace = false

    /// Whether tokens are shown in full.
    @Flag(help: "On a terminal, show the tokens at the end whole, not only what they claim.")
    package var showTokens = false

    /// The options of the compiler.
    @OptionGroup package var findings: FindingOptions

    /// Creates the default options.
    package init() {}

    /// Whether requests leave this process.
    package var isRemote: Bool {
        endpoint != nil || region != nil || config != nil || poolID != nil && service != .scripted
    }

    /// The kind of handlers, or its default.
    package var worker: Handlers { handlers ?? (service == .scripted ? .standIn : .real) }

    /// Whether the conversation only needs lines.
    ///
    /// It then needs no cryptography, network or trace, and no inputs besides the lines.
    package var isPlain: Bool {
        service == .scripted && worker != .real && !trace && inputs.isEmpty && clientID == nil
            && clientSecretFile == nil
    }

    /// Rejects contradictory options.
    /// - Throws: `ValidationError`.
    package func validate() throws {
        if file == "-" { throw ValidationError("the flow cannot be standard input, which is the conversation") }
        if [clientSecretFile, seed, data, devices, config].contains("-") {
            throw ValidationError("standard input is the conversation; name a file")
        }
        if isRemote, let service {
            throw ValidationError("--service \(service.rawValue) and a service elsewhere cannot both be")
        }
        if devices != nil, worker != .real {
            throw ValidationError("--devices is for real handlers alone")
        }
        if seed != nil || data != nil, isRemote || service == .scripted {
            throw ValidationError("--seed and --data are for the embedded user pool alone")
        }
        if let endpoint, !["http://", "https://"].contains(where: { endpoint.hasPrefix($0) && endpoint != $0 }) {
            throw ValidationError("the endpoint '\(endpoint)' must be a URL with http or https")
        }
        if isRemote, poolID == nil, config == nil, worker == .real {
            throw ValidationError("the proof of a password names the pool: --pool-id is needed, or other --handlers")
        }
        if !json, handlers == .external, service != .scripted {
            throw ValidationError("--handlers external needs --json")
        }
        if service == .scripted, !isPlain, !json {
            throw ValidationError(
                "--service scripted needs --json with --trace, --input, --client-id, --client-secret-file or --handlers real"
            )
        }
        if echo, !json || !isPlain {
            throw ValidationError(
                "--echo is for --json with --service scripted and nothing else but --handlers external")
        }
    }
}

/// An input of a flow, as `name=value`.
package struct InputWish: ExpressibleByArgument, Sendable {
    package let name: String
    /// The value as typed.
    package let value: String

    /// Parses `name=value`; the value may be empty.
    package init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}
