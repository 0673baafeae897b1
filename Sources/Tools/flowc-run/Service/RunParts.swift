import FlowCompiler
import ArgumentParser
import CognitoClient
import CognitoHandlers
import FlowCore
import FlowDiagnostics
import FlowRuntime
import FlowTable
import FlowTesting
import FlowTool
import Foundation
import UserPool

/// The parts of a run that its options select.
struct RunParts {
    let service: any FlowService
    let handlers: FlowHandlers
    let limits: FlowRunnerLimits
    let inputs: [JSONMember]
    /// A note to show to the user before the conversation.
    let note: String?

    /// A service, with the settings that its configuration contains.
    private struct ServiceSource {
        let service: any FlowService
        var poolID: String?
        var client: PoolClient
        /// The flow's inputs in a configuration file.
        var inputs: [JSONMember] = []
        var note: String?
    }

    /// Creates the parts that the options of the command select.
    /// - Parameters:
    ///   - options: the command's options.
    ///   - table: the transition table of the flow to run.
    ///   - driver: the program or the person that acts as handlers or service, if the options say so.
    ///   - deliver: receives the messages of the local pool.
    /// - Throws: an exit code, after writing the reason to standard error.
    init(
        _ options: RunOptions, _ table: TransitionTable, driver: some ServiceDriver,
        deliver: @escaping @Sendable (PoolMessage) -> Void
    ) async throws(ExitCode) {
        let source =
            if options.service == .scripted {
                ServiceSource(service: driver, poolID: options.poolID, client: Self.client(options))
            } else if options.isRemote {
                try Self.remoteSource(options)
            } else {
                try await Self.poolSource(options, table, deliver: deliver)
            }
        service = source.service
        note = source.note
        let poolID = source.poolID ?? PoolConfiguration().poolID
        handlers = try Self.handlers(options, poolID: poolID, driver: driver)
        limits = Self.limits(options)
        var client = source.client
        client.secret = try ClientSecret.load(file: options.clientSecretFile) ?? client.secret
        // An input in the options takes precedence over one in a configuration file.
        let optionInputs = try Self.inputs(options, FlowSession(table).inputs, client)
        inputs = optionInputs + source.inputs.filter { input in !optionInputs.contains { $0.name == input.name } }
    }

    /// Returns the time limits of handlers and calls. Work that the driver does has no time limit.
    private static func limits(_ options: RunOptions) -> FlowRunnerLimits {
        var result = FlowRunnerLimits()
        if options.service == .scripted { result.call = nil }
        if options.handlers == .external { result.handler = nil }
        return result
    }

    /// Returns the app client that the options name, without its secret. Its id is empty if they name none.
    private static func client(_ options: RunOptions) -> PoolClient {
        PoolClient(id: options.clientID ?? "", secret: nil)
    }

    /// Creates the client of the service that the options name.
    /// - Throws: an exit code, after writing the reason to standard error.
    private static func remoteSource(_ options: RunOptions) throws(ExitCode) -> ServiceSource {
        let remote = try RemoteService(options)
        return ServiceSource(
            service: remote.client, poolID: remote.poolID, client: client(options), inputs: remote.inputs)
    }

    /// Creates the local pool that the options select, and checks that it implements all operations of the flow.
    ///
    /// If the options name no app client, the pool's first app client is used.
    /// - Throws: an exit code, after writing the reason to standard error.
    private static func poolSource(
        _ options: RunOptions, _ table: TransitionTable, deliver: @escaping @Sendable (PoolMessage) -> Void
    ) async throws(ExitCode) -> ServiceSource {
        let source = try await PoolSource(
            seed: options.seed, data: options.data, environment: PoolEnvironment(deliver: deliver))
        if let operation = table.operations.first(where: { !CognitoUserPool.implements(operation: $0) }) {
            Console.error(
                "flowc: the flow '\(table.name)' calls '\(operation)', which the local user pool does not implement; "
                    + "to give its replies yourself, use --service scripted\n")
            throw ExitCode.validationFailure
        }
        let configuration = source.pool.configuration
        var result = ServiceSource(
            service: source.pool, poolID: configuration.poolID, client: client(options), note: source.note)
        if let firstClient = configuration.clients.first, options.clientID == nil { result.client = firstClient }
        return result
    }

    /// Creates the handlers that the options select.
    /// - Throws: an exit code if the pool's id is malformed, after writing the reason to standard error.
    private static func handlers(
        _ options: RunOptions, poolID: String, driver: some ServiceDriver
    ) throws(ExitCode) -> FlowHandlers {
        switch options.effectiveHandlers {
        case .standIn: return StandInHandlers().handlers
        case .external:
            return FlowHandlers { work throws(FlowHandlerFailure) in try await driver.handle(work) }
        case .real:
            let secrets: any SecretStore =
                if let path = options.devices { FileSecretStore(path: path) } else { MemorySecretStore() }
            do throws(CognitoSettings.Failure) {
                let settings = try CognitoSettings(poolID: poolID, deviceName: "flowc", secrets: secrets)
                return idleHandlers.merging(FlowHandlers.cognito(settings))
            } catch {
                Console.error("flowc: the pool id '\(poolID)' must be REGION_NAME, such as eu-west-1_AbC\n")
                throw ExitCode.validationFailure
            }
        }
    }

    /// Handlers that do nothing, in place of a host's own handlers. A handler with required outputs fails.
    private static let idleHandlers = FlowHandlers { work throws(FlowHandlerFailure) in
        guard work.requiredOutputs.isEmpty else {
            throw FlowHandlerFailure(
                .noHandler, "flowc has no handler '\(work.handler)'; give its results with --handlers external --json")
        }
        return [:]
    }

    /// Returns the inputs in the options, and the app client's id and secret as inputs.
    /// - Throws: an exit code if an input in the options is not among `asks`, the inputs of the flow.
    private static func inputs(
        _ options: RunOptions, _ asks: [FlowAsk], _ client: PoolClient
    ) throws(ExitCode) -> [JSONMember] {
        let given = try options.inputs.map { input throws(ExitCode) in
            guard let ask = asks.first(where: { $0.name == input.name }) else {
                let suggestion = NearNames.suggestion(for: input.name, among: asks.map(\.name))
                Console.error("flowc: the flow has no input '\(input.name)'\(suggestion)\n")
                throw ExitCode.validationFailure
            }
            return JSONMember(input.name, AnswerText.value(input.value, of: ask.type))
        }
        let id = client.id.isEmpty ? nil : client.id
        return given + CognitoConfiguration.clientInputs(id: id, secret: client.secret)
    }
}

/// Loads the secret of an app client from a file or the environment.
private enum ClientSecret {
    private static let environmentVariable = "FLOWC_CLIENT_SECRET"

    /// Returns the secret in the first line of a file or, if the path is nil, in the variable `FLOWC_CLIENT_SECRET`.
    /// - Parameter file: the path of the file; nil to use the environment variable.
    /// - Returns: nil if the path is nil and the variable is unset or empty.
    /// - Throws: an exit code, after writing the reason to standard error.
    static func load(file: String?) throws(ExitCode) -> String? {
        guard let file else {
            return ProcessInfo.processInfo.environment[environmentVariable].flatMap { $0.isEmpty ? nil : $0 }
        }
        let bytes = try Files.contents(of: file)
        let line = String(
            decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        // An editor can add a byte order mark, and a secret contains neither this mark nor blanks.
        let secret = line.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\u{FEFF}")))
        guard !secret.isEmpty else {
            Console.error("flowc: the first line of '\(file)' is empty; write the app client's secret there\n")
            throw .findings
        }
        return secret
    }
}
