package import ArgumentParser
import FlowCompiler
import SystemPackage

/// The options of `flowc run`, which the programs `flowc` and `flowc-run` parse.
///
/// `flowc` starts fast. For a conversation that is not ``runsWithoutCompanion``, it starts `flowc-run`.
package struct RunOptions: ParsableArguments {
    /// The kind of service that answers requests.
    package enum Service: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// The local user pool, inside this program.
        case pool
        /// The user, who gives the replies.
        case scripted
    }

    /// What runs the flow's handlers.
    package enum Handlers: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// Handlers that return fixed results.
        case standIn = "stand-in"
        /// The user, who gives the results.
        case external
        case real
    }

    /// The inputs for which a terminal asks.
    package enum AskedInputs: String, ExpressibleByArgument, CaseIterable, Sendable {
        case needed, all
    }

    /// The command's name and description.
    package static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a flow in the terminal.",
        discussion: """
            On a terminal, the command shows each step, asks for what the step needs, and checks each answer. It does not \
            echo secrets. ':help' lists the commands. The file NAME.texts.json beside NAME.flow.xml can contain the texts \
            for steps, asks and commands.

            With --json, each line of input and output is a JSON object, so that a program can drive the flow. An invalid \
            line is refused as 'bad-line', and a line of more than 1048576 bytes as 'line-too-long'. In a pipe without \
            --json, lines 'name=value' set answers. The answers are submitted when every question has one, or at an \
            empty line. Any other line is a word of a choice, a command, or a JSON object.

            By default, requests go to the local user pool, which runs inside this program. To use another user pool, \
            name it with --pool-id or --config. Real handlers need the id of the pool. With --handlers stand-in, \
            --endpoint or --region is enough to select the service. With --service scripted, you are the service: on a \
            terminal, you choose each reply from a list, and otherwise the lines of input contain the replies. A flow for \
            a service other than Amazon Cognito needs this option. Pass a client secret in the variable \
            FLOWC_CLIENT_SECRET or with --client-secret-file, since other users can see a program's arguments. To run \
            an administrator's flow with another user pool, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and with \
            temporary credentials also AWS_SESSION_TOKEN.

            Examples:
              flowc run flows/amplify.flow.xml
              flowc run flows/amplify.flow.xml --seed users.json --trace
              flowc run flows/amplify.flow.xml --input flowType=userAuth
              flowc run flows/amplify.flow.xml --endpoint http://127.0.0.1:9229 \\
                --pool-id us-east-1_Embedded1
              flowc run flows/amplify.flow.xml --pool-id eu-west-1_AbC --client-id 4example
              flowc run flows/amplify.flow.xml --service scripted
              flowc run amplify.flow --json --service scripted < conversation.jsonl
              flowc run flows/amplify.flow.xml --json --service scripted --handlers external
            """)

    @Argument(help: "A flow, or its compiled table.", completion: .file(extensions: ["xml", "flow"]))
    package var file: String

    /// Whether input and output use the line protocol.
    @Flag(help: "Use the line protocol: JSON objects, one for each line.")
    package var json = false

    /// Whether input lines are repeated in the output.
    @Flag(
        help: "With --json and --service scripted, repeat each line of input, and prefix all lines with their sender.")
    package var echo = false

    /// The kind of service, if given.
    @Option(
        help: """
            The service: pool (the local user pool, inside this program; the default unless another option names a \
            service) or scripted (you give the replies).
            """)
    package var service: Service?

    /// The service's URL, if given.
    @Option(help: ArgumentHelp("Send requests to this URL, in the protocol of Amazon Cognito.", valueName: "url"))
    package var endpoint: String?

    @Option(help: "Send requests to Amazon Cognito in this region, unless --endpoint or --config names a URL.")
    package var region: String?

    /// The app's configuration file, if given.
    @Option(
        help: ArgumentHelp(
            "Read the service and the client from awsconfiguration.json, amplifyconfiguration.json or amplify_outputs.json.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    package var config: String?

    /// The pool's id, if given.
    @Option(
        name: .customLong("pool-id"),
        help: "The id of the user pool. It also determines the region, unless --region or --config does.")
    package var poolID: String?

    /// The app client, if given.
    @Option(
        name: .customLong("client-id"),
        help: "The id of the app client; by default, that of the local pool's first client or of the --config file.")
    package var clientID: String?

    /// The file with the client's secret, if given.
    @Option(
        help: ArgumentHelp(
            "A file whose first line is the secret of the app client; or set FLOWC_CLIENT_SECRET.", valueName: "file"),
        completion: .file())
    package var clientSecretFile: String?

    /// The users and settings of the local user pool.
    @Option(
        help: ArgumentHelp("Users and settings of the local user pool, as JSON.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var seed: String?

    /// The file of the local user pool, if it is stored.
    @Option(
        help: ArgumentHelp(
            "Keep the local user pool in this file. If the file exists, its users replace those of the seed.",
            valueName: "file"), completion: .file())
    package var data: String?

    /// The folder of remembered devices, if they are stored.
    @Option(
        help: ArgumentHelp(
            "Keep remembered devices in this folder; by default, they are forgotten when the program exits.",
            valueName: "folder"), completion: .file())
    package var devices: String?

    /// The kind of handlers, if given.
    @Option(
        help: """
            The handlers: real (default), stand-in (fixed results; default with a scripted service) or external (you give \
            the results).
            """)
    package var handlers: Handlers?

    /// Inputs of the flow that the user is not asked for.
    @Option(
        name: [.customShort("i"), .customLong("input")],
        help: ArgumentHelp("Set an input of the flow; a 'start' line can replace it.", valueName: "name=value")
    )
    package var inputs: [InputSetting] = []

    /// The inputs for which a terminal asks, if given.
    @Option(
        help: """
            On a terminal, ask for the inputs and answers that are needed (default), or for all. 'needed' asks for \
            required values without a default, and for optional secrets. If the flow begins with a step, it does not \
            ask for optional secrets at the start. ':set name=value' sets any other value.
            """)
    package var ask: AskedInputs?

    /// Whether requests, responses and handlers are traced.
    @Flag(
        help: """
            Show each request, reply and handler call, without secrets; on standard error, except on a terminal.
            """)
    package var trace = false

    @Flag(help: "On a terminal, show tokens and other secrets in full at the end, not only the claims of tokens.")
    package var showTokens = false

    /// The options of the compiler.
    @OptionGroup package var findings: FindingOptions

    package init() {}

    /// Whether requests go to a service outside this process.
    package var isRemote: Bool {
        endpoint != nil || region != nil || config != nil || poolID != nil && service != .scripted
    }

    /// The kind of handlers to use: the one that was given, or the default for the service.
    package var effectiveHandlers: Handlers { handlers ?? (service == .scripted ? .standIn : .real) }

    /// Whether `flowc` itself can run the conversation.
    ///
    /// Such a conversation is in lines. It needs no cryptography, network or trace, and its only inputs are its lines.
    package var runsWithoutCompanion: Bool { isInLines && isSelfContained }

    /// The options that a conversation in lines with a scripted service needs `flowc-run` for.
    package static let companionOptions = "--trace, --input, --client-id, --client-secret-file and --handlers real"

    /// Whether the input consists of lines from a program or a pipe, not from a user at a terminal.
    private var isInLines: Bool { json || !Console.isTerminal(.standardInput) }

    /// Whether the conversation needs nothing but the flow and its lines.
    private var isSelfContained: Bool {
        service == .scripted && effectiveHandlers != .real && !trace && inputs.isEmpty && clientID == nil
            && clientSecretFile == nil
    }

    /// Checks that the options do not contradict each other.
    /// - Throws: `ValidationError` about the first contradiction.
    package func validate() throws {
        try validateFiles()
        try validateService()
        try validateHandlers()
        try validateScriptedService()
    }

    /// Checks that no option reads a file from standard input, and that the folder of devices has a path.
    private func validateFiles() throws {
        if file == "-" {
            throw ValidationError("the flow must be a file, because flowc run reads the events from standard input")
        }
        if [clientSecretFile, seed, data, devices, config].contains("-") {
            throw ValidationError(
                "--seed, --data, --devices, --config and --client-secret-file cannot be '-', "
                    + "because flowc run reads the events from standard input")
        }
        if devices == "" { throw ValidationError("--devices needs the path of a folder") }
    }

    /// Checks the options that choose and configure the service, its pool and its devices.
    private func validateService() throws {
        if isRemote, let service {
            // With a scripted service, the id of the pool is for real handlers.
            let others = service == .scripted ? "--endpoint, --region" : "--endpoint, --region, --pool-id"
            throw ValidationError(
                "--service \(service.rawValue) cannot be used with \(others) or --config; "
                    + "remove --service or the other options")
        }
        if devices != nil, effectiveHandlers != .real {
            throw ValidationError("--devices needs --handlers real")
        }
        if seed != nil || data != nil, isRemote || service == .scripted {
            throw ValidationError(
                "--seed and --data configure the local user pool: "
                    + "remove them, or remove the options that choose another service")
        }
        let isAddress = { (text: String) in ["http://", "https://"].contains { text.hasPrefix($0) && text != $0 } }
        if let endpoint, !isAddress(endpoint.lowercased()) {
            throw ValidationError("the endpoint '\(endpoint)' must begin with http:// or https:// and a host")
        }
    }

    /// Checks that real handlers have a pool, and that external handlers have a way to receive results.
    private func validateHandlers() throws {
        if isRemote, poolID == nil, config == nil, effectiveHandlers == .real {
            throw ValidationError(
                "real handlers need the id of the user pool: add --pool-id, --config or --handlers stand-in")
        }
        if !json, handlers == .external, service != .scripted {
            throw ValidationError("--handlers external needs --json or --service scripted")
        }
    }

    /// Checks `--ask`, and the options that depend on a scripted service.
    private func validateScriptedService() throws {
        if json, ask != nil { throw ValidationError("--ask is for terminals: remove --ask or --json") }
        if service == .scripted, !isSelfContained, !json, isInLines {
            throw ValidationError(
                "in a pipe with --service scripted, these options need --json: \(Self.companionOptions)")
        }
        if echo, !json || !isSelfContained {
            throw ValidationError(
                "--echo needs --json and --service scripted, and excludes \(Self.companionOptions)")
        }
    }
}

/// The value that the user set for an input, an answer or a reply's parameter, written as `name=value`.
package struct InputSetting: ExpressibleByArgument, Sendable {
    package let name: String
    /// The value as the user typed it.
    package let value: String

    /// Parses `name=value`, or returns nil if the name is missing. The value may be empty.
    package init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}
