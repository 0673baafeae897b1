public import CognitoHandlers
import CognitoWire
public import FlowCore
public import FlowRuntime

/// An app client of a user pool, with what carries its requests and what computes: all that a sign-in of any style needs
/// to know.
///
/// Values of this type stand side by side: an app may have one for each of its pools.
public struct CognitoApp: Sendable {
    /// The id of the app client.
    public let clientID: String
    /// The secret of the app client, if it has one.
    public var clientSecret: String?
    /// What answers requests: a ``CognitoClient``, or a user pool in the process.
    public var service: any FlowService
    /// The pool, and what the app gives in place of the system.
    public var settings: CognitoSettings
    /// Handlers of the app's own; they take the place of ours of the same name.
    public var handlers: FlowHandlers
    /// Inputs that every sign-in of the app has, such as `flowType`: what a configuration file says.
    public var signInInputs: JSONValue
    /// How long requests and handlers may take.
    public var limits: FlowRunnerLimits
    /// Is told what happens in every flow, without secrets.
    public var tracer: FlowTracer?
    /// How a pending sign-in is kept while the app does not run; nil if it is not.
    public var sealing: SignInSealing?

    /// An app.
    /// - Parameters:
    ///   - clientID: the id of the app client.
    ///   - clientSecret: its secret, if it has one.
    ///   - settings: the pool, and what the app gives in place of the system.
    ///   - service: what answers requests.
    ///   - handlers: handlers of the app's own.
    ///   - signInInputs: inputs that every sign-in has, as a JSON object.
    ///   - limits: how long requests and handlers may take.
    ///   - tracer: is told what happens, without secrets.
    public init(
        clientID: String, clientSecret: String? = nil, settings: CognitoSettings, service: any FlowService,
        handlers: FlowHandlers = FlowHandlers(), signInInputs: JSONValue = [:],
        limits: FlowRunnerLimits = FlowRunnerLimits(), tracer: FlowTracer? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        var settings = settings
        // Settings that were another app's bring the cache of its client.
        if settings.tokens?.clientID != clientID { settings.tokens = settings.tokens(ofClient: clientID) }
        self.settings = settings
        self.service = service
        self.handlers = handlers
        self.signInInputs = signInInputs
        self.limits = limits
        self.tracer = tracer
    }

    /// A runner of a shipped flow that has not started.
    /// - Parameters:
    ///   - flow: the flow.
    ///   - journal: records where it stands before a request leaves.
    ///   - notify: is told what the flow notifies.
    /// - Returns: the runner.
    /// - Throws: what is wrong with the flow's table, which a test of this package rules out.
    public func runner(
        _ flow: ShippedFlow, journal: (any FlowJournal)? = nil,
        notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) throws -> FlowRunner<ContinuousClock> {
        FlowRunner(
            try flow.table(), handlers: FlowHandlers.cognito(settings).merging(handlers), service: revokingService,
            clock: ContinuousClock(), now: .seconds(settings.now()), limits: limits, journal: journal, tracer: tracer,
            notify: notify)
    }

    /// A runner that goes on with a flow where it stood, after the app was ended or on another machine.
    /// - Parameters:
    ///   - flow: the flow.
    ///   - state: where it stood: a runner's `state`.
    ///   - elapsed: how long ago; counts towards the step's time limit.
    ///   - journal: records where it stands before a request leaves.
    /// - Returns: the runner.
    /// - Throws: `FlowRestoreError` if the state is of another flow or another version of it, or damaged.
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

    /// The service; tokens that reach a sign-in which was given up are revoked there.
    private var revokingService: RevokingService { RevokingService(service: service, clientSecret: clientSecret) }

    /// The inputs that every flow has: the app client.
    package var clientInputs: JSONValue {
        JSONValue.inputs(["clientId": .string(clientID), "clientSecret": clientSecret.map { .string($0) }])
    }

    /// Carries out a flow that ends at once, or that presents a step at which a call is done.
    /// - Parameters:
    ///   - flow: the flow.
    ///   - inputs: its inputs, beside the app client.
    ///   - arguments: the call's arguments, by the names that the flow has for them, where they differ.
    /// - Returns: what the step or the outcome shows.
    /// - Throws: why it did not come to that.
    package func run(
        _ flow: ShippedFlow, _ inputs: JSONValue, _ arguments: [String: String] = [:]
    ) async throws(StyleFailure) -> StyleStep {
        let runner: FlowRunner<ContinuousClock>
        do {
            runner = try self.runner(flow)
        } catch {
            throw StyleFailure(type: "damaged-table", message: "The table of the flow is damaged")
        }
        return try await runner.start(clientInputs.adding(inputs)).settled(arguments)
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

/// A service that revokes the tokens of a reply that was given up, with the secret of the app client where it has one. All other
/// replies that were given up go to the service beneath.
private struct RevokingService: FlowService {
    let service: any FlowService
    let clientSecret: String?

    func call(_ request: FlowRequest) async -> FlowReply { await service.call(request) }

    func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply {
        await service.call(request, secrets: secrets)
    }

    func discard(_ reply: FlowReply, to request: FlowRequest) async {
        guard let input = LateTokens.revocation(of: reply, to: request, clientSecret: clientSecret) else {
            return await service.discard(reply, to: request)
        }
        _ = await service.call(FlowRequest(operation: LateTokens.operation, body: input))
    }
}
