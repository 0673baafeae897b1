import FlowHost
import Foundation
import GatewayCore
import Hummingbird
import ServiceLifecycle

/// The endpoints for operators. Do not expose their address to clients.
struct Operations: Sendable {
    let host: FlowHost
    let metrics: PrometheusMetrics

    /// The routes: `/health` (the process runs), `/ready` (it can play steps now) and `/metrics`.
    var router: Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.get("/health") { _, _ in Response(text: "ok\n", type: "text/plain") }
        router.get("/ready") { _, context in
            await host.isReady()
                ? Response(text: "ready\n", type: "text/plain") : Response(.unavailable, to: context)
        }
        router.get("/metrics") { _, _ in
            Response(text: metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
        }
        return router
    }
}

/// Ends the host after the server: no step is cut off.
struct HostService: Service, CustomStringConvertible {
    let host: FlowHost
    /// The service group logs its services. By default, a description contains all that a service consists of.
    var description: String { "HostService" }

    func run() async throws {
        try? await gracefulShutdown()
        await host.shutDown()
    }
}
