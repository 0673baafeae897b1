public import CognitoClient
public import CognitoHandlers
import CognitoWire
public import FlowCore
public import FlowRuntime
public import FlowTable
import Foundation

/// An app client of a user pool, with its service and handlers.
///
/// An app with several pools creates one `CognitoApp` for each pool.
public struct CognitoApp: Sendable {
    /// The id of the app client.
    public let clientID: String
    /// The app client's secret, or nil if it has none.
    public var clientSecret: String?
    /// The service that receives the requests: a `CognitoClient`, or an in-process user pool.
    public var service: any FlowService
    /// The pool, and the stores, clock and random source to use.
    public var settings: CognitoSettings
    /// The app's own handlers. They replace built-in handlers of the same name.
    public var handlers: FlowHandlers
    /// Inputs for every sign-in of the app, such as `flowType`. A configuration file can define them.
    public var signInInputs: JSONValue
    /// How long requests and handlers may take.
    public var limits: FlowRunnerLimits
    /// The tracer, which receives trace events of every flow, with secrets redacted.
    public var tracer: FlowTracer?
    /// How to store a pending sign-in between launches. If it is nil, the app does not store pending sign-ins.
    public var sealing: SignInSealing?

    /// Creates an app from an app client of a user pool.
    /// - Parameters:
    ///   - clientID: the id of the app client.
    ///   - clientSecret: the app client's secret, if it has one.
    ///   - settings: the pool, and the stores, clock and random source to use.
    ///   - service: sends requests.
    ///   - handlers: the app's own handlers.
    ///   - signInInputs: inputs for every sign-in, as a JSON object.
    ///   - limits: how long requests and handlers may take.
    ///   - tracer: receives trace events, with secrets redacted.
    public init(
        clientID: String, clientSecret: String? = nil, settings: CognitoSettings, service: any FlowService,
        handlers: FlowHandlers = FlowHandlers(), signInInputs: JSONValue = [:],
        limits: FlowRunnerLimits = FlowRunnerLimits(), tracer: FlowTracer? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        var settings = settings
        // Settings of another app client have that client's cache.
        if settings.tokens?.clientID != clientID { settings.tokens = settings.makeTokenCache(ofClient: clientID) }
        self.settings = settings
        self.service = service
        self.handlers = handlers
        self.signInInputs = signInInputs
        self.limits = limits
        self.tracer = tracer
    }

    /// Creates a session of a flow, with types for its steps.
    /// - Parameters:
    ///   - flow: the generated type, such as ``ShippedFlow/Amplify``.
    ///   - journal: records the session before each request is sent.
    ///   - notify: receives the flow's notifications.
    /// - Returns: the session, which has not started yet.
    /// - Throws: `TableError` if the flow's table is damaged, which only a change of generated code can cause.
    public func session<Flow: TypedFlow>(
        of flow: Flow.Type = Flow.self, journal: (any FlowJournal)? = nil,
        notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) throws(TableError) -> Flow {
        Flow(runner(try ShippedFlow.table(of: flow), journal: journal, notify: notify))
    }

    /// Creates a runner for a shipped flow.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - journal: records the session before each request is sent.
    ///   - notify: receives the flow's notifications.
    /// - Returns: the runner, which has not started yet.
    /// - Throws: `TableError` if the flow's table is damaged, which the tests of this package rule out.
    public func runner(
        _ flow: ShippedFlow, journal: (any FlowJournal)? = nil,
        notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) throws(TableError) -> FlowRunner<ContinuousClock> {
        runner(try flow.table(), journal: journal, notify: notify)
    }

    /// Creates a runner for the flow of a table, with the app's handlers, service and clock.
    private func runner(
        _ table: TransitionTable, journal: (any FlowJournal)?,
        notify: @escaping @Sendable (FlowNotification) async -> Void
    ) -> FlowRunner<ContinuousClock> {
        FlowRunner(
            table, handlers: FlowHandlers.cognito(settings).merging(handlers), service: revokingService,
            clock: ContinuousClock(), now: .seconds(settings.now()), limits: limits, journal: journal, tracer: tracer,
            notify: notify)
    }

    /// Creates a runner that resumes a flow from the state of an earlier runner, even on another machine.
    /// - Parameters:
    ///   - flow: the flow that the state belongs to.
    ///   - state: the `state` of the earlier runner.
    ///   - elapsed: the time since you read the state. This time counts toward the step's time limit.
    ///   - journal: records the session before each request is sent.
    /// - Returns: the runner, which continues at the step of the state.
    /// - Throws: `FlowRestoreError` if the state belongs to another flow or another version of it, or is damaged;
    ///   `TableError` if the flow's table is damaged, which the tests of this package rule out.
    public func runner(
        _ flow: ShippedFlow, restoring state: FlowSessionState, elapsed: Duration = .zero,
        journal: (any FlowJournal)? = nil
    ) throws -> FlowRunner<ContinuousClock> {
        FlowRunner(
            session: try FlowSession(restoring: state, flow.table()),
            handlers: FlowHandlers.cognito(settings).merging(handlers), service: revokingService,
            clock: ContinuousClock(), now: .seconds(settings.now()), elapsed: elapsed, limits: limits, journal: journal,
            tracer: tracer)
    }

    /// The service, which also revokes tokens that arrive after a sign-in was abandoned.
    private var revokingService: RevokingService { RevokingService(service: service, clientSecret: clientSecret) }

    /// Creates an app from its configuration file, which also supplies inputs for every sign-in.
    /// - Parameters:
    ///   - configuration: the pool, the app client and the style's settings, as parsed from the file.
    ///   - deviceName: the name that this device has in the user's list of remembered devices.
    ///   - secrets: stores tokens and remembered devices; by default persistently.
    ///   - service: sends requests; by default a client for the configuration's endpoint or region.
    /// - Throws: `CognitoSettings.Failure` if the pool's id is malformed; `CognitoEndpointFailure` if the address or
    ///   the region is malformed, or if the address is `http` on another device.
    public init(
        _ configuration: CognitoConfiguration, deviceName: String? = nil,
        secrets: any SecretStore = CognitoSettings.standardSecrets(), service: (any FlowService)? = nil
    ) throws {
        self.init(
            clientID: configuration.clientID, clientSecret: configuration.clientSecret,
            settings: try CognitoSettings(poolID: configuration.poolID, deviceName: deviceName, secrets: secrets),
            service: try service ?? CognitoClient(configuration))
        // The id and the secret come from `clientID` and `clientSecret`.
        let fields: [ShippedFlow.Amplify.Inputs.Field] = [.clientID, .clientSecret]
        let names = fields.map(\.rawValue)
        signInInputs = .object((configuration.inputs.members ?? []).filter { !names.contains($0.name) })
    }
}

extension CognitoApp: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The app client without its secret.
    public var description: String { "CognitoApp(\(clientID))" }
    /// The app client without its secret.
    public var debugDescription: String { description }
    /// A mirror without the secret.
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }
}

/// A service that revokes the tokens of discarded replies. Everything else is passed to the underlying service.
private struct RevokingService: FlowService {
    let service: any FlowService
    let clientSecret: String?

    /// Sends a request through the underlying service, and returns the reply.
    func call(_ request: FlowRequest) async -> FlowReply { await service.call(request) }

    /// Sends a request with secrets through the underlying service, and returns the reply.
    func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply {
        await service.call(request, secrets: secrets)
    }

    /// Revokes the tokens in a discarded reply. A reply without tokens to revoke is passed to the underlying service.
    func discard(_ reply: FlowReply, to request: FlowRequest) async {
        guard let input = LateTokens.revocation(of: reply, to: request, clientSecret: clientSecret) else {
            return await service.discard(reply, to: request)
        }
        // Nobody waits for this reply, so a failed revocation cannot be reported.
        _ = await service.call(FlowRequest(operation: LateTokens.operation, body: input))
    }
}

extension CognitoConfiguration {
    /// Returns the path of the app's configuration file in its bundle. For a program without a bundle, searches the
    /// program's folder.
    ///
    /// The working directory is not searched, because anyone who starts the program can choose it. The configuration
    /// names the service that receives passwords.
    /// - Parameter names: the possible file names, in order of preference.
    /// - Returns: the path of the first file that exists, or nil if there is none.
    package static func path(named names: [String]) -> String? {
        // On macOS, the files of an app are in `Contents/Resources` of its bundle.
        path(named: names, in: [Bundle.main.resourceURL, Bundle.main.bundleURL].compactMap { $0?.path })
    }

    /// Returns the path of the first file that exists in one of the folders, or nil if there is none.
    package static func path(named names: [String], in folders: [String]) -> String? {
        names.flatMap { name in folders.map { $0 + "/" + name } }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}
