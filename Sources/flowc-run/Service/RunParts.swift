import ArgumentParser
import CognitoHandlers
import FlowCore
import FlowDiagnostics
import FlowRuntime
import FlowTable
import FlowTesting
import FlowTool
import UserPool

/// The parts of a run that its options select.
struct RunParts {
    let service: any FlowService
    let handlers: FlowHandlers
    let limits: FlowRunnerLimits
    let inputs: [JSONMember]
    /// A note for the user before the conversation.
    let note: String?

    /// Creates the parts.
    /// - Parameters:
    ///   - options: the options.
    ///   - table: the flow.
    ///   - mailbox: the mailbox of the driver, if it acts as handlers or service.
    ///   - deliver: receives the embedded pool's messages.
    /// - Throws: an exit code, after the reason is written to standard error.
    init(
        _ options: RunOptions, _ table: TransitionTable, mailbox: DriverMailbox,
        deliver: @escaping @Sendable (PoolMessage) -> Void
    ) async throws(ExitCode) {
        var limits = FlowRunnerLimits()
        var poolID = options.poolID
        var configured: [JSONMember] = []
        var client = PoolClient(id: options.clientID ?? "", secret: nil)
        if options.service == .scripted {
            service = mailbox
            note = nil
            limits.call = nil
        } else if options.isRemote {
            let remote = try RemoteService(options)
            service = remote.client
            poolID = remote.poolID
            configured = remote.inputs
            note = nil
        } else {
            let source = try await PoolSource(
                seed: options.seed, data: options.data, environment: PoolEnvironment(deliver: deliver))
            if let operation = table.operations.first(where: { !CognitoUserPool.implements(operation: $0) }) {
                Console.error(
                    "flowc: the flow '\(table.name)' calls '\(operation)', which the embedded user pool does not have; "
                        + "name its service with --endpoint, or use --service scripted\n")
                throw ExitCode(64)
            }
            service = source.pool
            note = source.note
            poolID = source.pool.configuration.poolID
            if let first = source.pool.configuration.clients.first, options.clientID == nil { client = first }
        }
        handlers = try Self.handlers(options, poolID: poolID ?? PoolConfiguration().poolID, mailbox: mailbox)
        if options.handlers == .external { limits.handler = nil }
        self.limits = limits
        client.secret = try ClientSecret.load(file: options.clientSecretFile) ?? client.secret
        let said = try Self.inputs(options, FlowSession(table).inputs, client)
        inputs = said + configured.filter { member in !said.contains { $0.name == member.name } }
    }

    private static func handlers(
        _ options: RunOptions, poolID: String, mailbox: DriverMailbox
    ) throws(ExitCode) -> FlowHandlers {
        switch options.worker {
        case .standIn: return StandInHandlers().handlers
        case .external:
            return FlowHandlers { work throws(FlowHandlerFailure) in try await mailbox.handle(work) }
        case .real:
            let secrets: any SecretStore =
                if let path = options.devices { FileSecretStore(path: path) } else { MemorySecretStore() }
            do throws(CognitoSettings.Failure) {
                let settings = try CognitoSettings(poolID: poolID, deviceName: "flowc", secrets: secrets)
                return idle.merging(FlowHandlers.cognito(settings))
            } catch {
                Console.error("flowc: the pool id '\(poolID)' must be REGION_NAME, such as eu-west-1_AbC\n")
                throw ExitCode(64)
            }
        }
    }

    /// Handlers of a host that have no effect in this tool.
    private static let idle = FlowHandlers { work throws(FlowHandlerFailure) in
        guard work.requiredOutputs.isEmpty else {
            throw FlowHandlerFailure(.noHandler, "flowc has no handler '\(work.handler)'; use --handlers external")
        }
        return [:]
    }

    /// Inputs of every start: those given, then Cognito's app client.
    private static func inputs(_ options: RunOptions, _ asks: [FlowAsk], _ client: PoolClient) throws(ExitCode)
        -> [JSONMember]
    {
        var inputs = try options.inputs.map { input throws(ExitCode) in
            guard let ask = asks.first(where: { $0.name == input.name }) else {
                let question = NearNames.question(input.name, among: asks.map(\.name))
                Console.error("flowc: the flow has no input '\(input.name)'\(question)\n")
                throw ExitCode(64)
            }
            return JSONMember(input.name, AnswerText.value(input.value, of: ask.type))
        }
        if !client.id.isEmpty { inputs.append(JSONMember("clientId", .string(client.id))) }
        if let secret = client.secret { inputs.append(JSONMember("clientSecret", .string(secret))) }
        return inputs
    }
}
