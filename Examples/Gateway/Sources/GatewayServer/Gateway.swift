import CognitoClient
import CognitoHandlers
import FlowHost
package import FlowRuntime
import FlowSealing
import Foundation
import GatewayCore
import Hummingbird
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import Tracing
import UnixSignals

/// The parts of a gateway, made from its configuration.
package struct Gateway {
    let settings: GatewaySettings
    package let flows: [OfferedFlow]

    /// Reads the configuration and the files that it names.
    /// - Parameters:
    ///   - path: the path of the configuration.
    ///   - environment: the variables of the process.
    ///   - service: sends the requests of flows; by default, a client of the user pool.
    ///   - handlers: the handlers that flows call; by default, those for the user pool.
    /// - Throws: an error that names the key at fault.
    package init(
        path: String, environment: [String: String], service: (any FlowService)? = nil, handlers: FlowHandlers? = nil
    ) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StartFailure("cannot read '\(path)'")
        }
        guard let file = JSONValue(json: [UInt8](data)) else { throw StartFailure("'\(path)' is not JSON") }
        do { settings = try GatewaySettings(SettingsReader(file: file, environment: environment)) } catch {
            throw StartFailure("\(path): \(error)")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            flows = try FlowLoader(
                settings: settings, folder: folder, service: try service ?? Self.client(settings),
                handlers: try handlers ?? Self.handlers(settings)
            ).flows()
        } catch let failure as StartFailure { throw StartFailure("\(path): \(failure)") }
    }

    /// The OpenAPI document of the flows whose schemas the configuration names.
    package var openAPI: JSONValue {
        OpenAPI.document(
            flows.compactMap { flow in
                flow.schema.map { OpenAPI.Flow(name: flow.name, interface: $0, asked: flow.asks.map(\.name)) }
            }, title: settings.title)
    }

    // MARK: Parts

    private static func client(_ settings: GatewaySettings) throws -> CognitoClient {
        do {
            if let endpoint = settings.endpoint { return try CognitoClient(endpoint: endpoint) }
            return try CognitoClient(region: String(settings.poolID.prefix { $0 != "_" }))
        } catch {
            throw StartFailure("\(settings.endpoint == nil ? "pool.id" : "pool.endpoint"): \(error)")
        }
    }

    /// Returns the handlers. A server remembers neither devices, which would belong to whichever node stores them, nor
    /// tokens, which go to the client or to the back end.
    private static func handlers(_ settings: GatewaySettings) throws -> FlowHandlers {
        let cognito: CognitoSettings
        do { cognito = try CognitoSettings(poolID: settings.poolID, secrets: MemorySecretStore()) } catch {
            throw StartFailure("pool.id: must be a region, an underscore and a name")
        }
        var handlers = FlowHandlers.cognito(cognito)
        for name in ["device.find", "device.store", "device.forget", "tokens.store", "tokens.clear"] {
            handlers.register(name) { _ in [:] }
        }
        return handlers
    }

    private var hosting: FlowHostSettings { FlowHostSettings(lifetime: .seconds(settings.signInSeconds)) }

    private var host: FlowHost {
        get throws {
            let keys = settings.sealingKeys.compactMap { SnapshotKeyring.Key(id: $0.id, secret: $0.secret) }
            guard let newest = keys.first, keys.count == settings.sealingKeys.count else {
                throw StartFailure("sealing.key: the id must have 1 to 64 bytes")
            }
            let (name, port) = (settings.redisHost, settings.redisPort)
            var redis = name.hasPrefix("/") ? RedisSettings(socket: name) : RedisSettings(host: name, port: port)
            redis.user = settings.redisUser
            redis.password = settings.redisPassword
            return FlowHost(
                flows.map(\.hosted), keys: SnapshotKeyring(newest, older: Array(keys.dropFirst())), redis: redis,
                settings: hosting, logger: logger("flow-host"))
        }
    }

    private func logger(_ label: String) -> Logger {
        var logger = Logger(label: label)
        logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
        return logger
    }

    // MARK: Services

    /// Serves requests until a signal ends the process, after the requests in progress.
    package func run() async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let spans = SpanLogger(logger: logger("spans"))
        if settings.logsSpans { InstrumentationSystem.bootstrap(spans.tracer) }
        let host = try host
        let logger = logger("gateway")
        let clients = Application(
            router: router(host),
            server: .http1(configuration: .init(idleTimeout: .seconds(Int64(settings.bodySeconds)))),
            configuration: .init(address: .hostname(settings.host, port: settings.port), reuseAddress: true),
            logger: logger)
        let operations = Application(
            router: Operations(host: host, metrics: metrics).router,
            configuration: .init(address: .hostname(settings.operationsHost, port: settings.operationsPort)),
            logger: logger)
        // They end in the opposite order: first the server, which finishes its requests.
        let services: [any Service] =
            (settings.logsSpans ? [spans] : []) + [HostService(host: host), operations, clients]
        try await ServiceGroup(
            configuration: .init(
                services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        ).run()
    }

    private func router(_ host: FlowHost) -> Router<GatewayContext> {
        let reader = BodyReader(bytes: settings.bodyBytes, seconds: settings.bodySeconds)
        let backEnd = settings.tokensURL.map { BackEnd(url: $0, key: settings.tokensKey ?? "") }
        let signIns = SignIns(
            host: host, flows: Dictionary(uniqueKeysWithValues: flows.map { ($0.name, $0) }),
            limits: Limits(settings), delivery: TokenDelivery(backEnd: backEnd))
        let answers = PageAnswers(
            tokens: CSRFTokens(secrets: settings.sealingKeys.map(\.secret)), title: settings.title, next: settings.next,
            texts: Dictionary(uniqueKeysWithValues: flows.map { ($0.name, $0.texts) }))
        let router = Router(context: GatewayContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: GatewayMiddleware(pages: answers))
        var calls = signIns
        calls.host = host.storingState(in: settings.clientsStoreState ? .client : .redis)
        APIRoutes(signIns: calls, reader: reader, proxies: settings.proxies).add(to: router)
        var pages = signIns
        // Longer than the lease of an event.
        pages.patience = hosting.requestLimit + hosting.handlerLimit + .seconds(1)
        PageRoutes(signIns: pages, answers: answers, reader: reader, proxies: settings.proxies).add(to: router)
        let document = openAPI
        router.get("/openapi.json") { _, _ in Response(json: document) }
        return router
    }
}
