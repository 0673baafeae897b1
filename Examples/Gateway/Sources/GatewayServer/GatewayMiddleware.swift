import GatewayCore
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import Synchronization
import Tracing

/// Adds security headers and the request id to every response, records metrics and spans, and converts errors to
/// problem details.
struct GatewayMiddleware: RouterMiddleware {
    let pages: PageAnswers
    private let metrics = RequestMetrics()

    init(pages: PageAnswers) { self.pages = pages }

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        await withTaskExecutorPreference(context.executor) { await observe(request, context, next) }
    }

    private func observe(
        _ request: Request, _ context: GatewayContext, _ next: (Request, GatewayContext) async throws -> Response
    ) async -> Response {
        let began = ContinuousClock.now
        var parent = InstrumentationContext.current ?? .topLevel
        InstrumentationSystem.instrument.extract(request.headers, into: &parent, using: TraceFields())
        return await withSpan("request", context: parent, ofKind: .server) { span in
            var response: Response
            do {
                response = try await next(request, context)
            } catch {
                response = failure(problem(of: error, context), request, context)
            }
            for field in Self.headers { response.headers.append(field) }
            if let name = Self.requestID { response.headers.append(HTTPField(name: name, value: context.id)) }
            // The route's pattern, not its address: whatever a client wrote there stays out of logs and traces.
            let route = "\(request.method) \(context.endpointPath ?? "none")"
            if span.isRecording {
                span.operationName = route
                span.attributes["http.response.status_code"] = Int(response.status.code)
            }
            metrics.record(route, response.status.code, began.duration(to: .now))
            context.logger.info(
                "request",
                metadata: [
                    "route": "\(route)", "status": "\(response.status.code)",
                    "ms": "\(began.duration(to: .now) / .milliseconds(1))",
                ])
            // A body after the fields of HEAD would be read as the beginning of the next response.
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    /// Returns the problem that a client sees. The error itself may contain anything, so only its type is logged.
    private func problem(of error: any Error, _ context: GatewayContext) -> Problem {
        var problem: Problem
        switch error {
        case let known as Problem: problem = known
        case let known as HTTPError where known.status == .notFound: problem = .notFound
        case let known as HTTPError where known.status.code < 500: problem = .badRequest
        default:
            context.logger.error("unexpected error", metadata: ["type": "\(type(of: error))"])
            problem = .unexpected
        }
        problem.request = context.id
        return problem
    }

    private func failure(_ problem: Problem, _ request: Request, _ context: GatewayContext) -> Response {
        guard request.uri.path.hasPrefix(PageAnswers.prefix) else { return Response(problem, to: context) }
        return pages.response(to: problem, request)
    }

    private static let requestID = HTTPField.Name("X-Request-Id")
    private static let headers = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Strict-Transport-Security", "max-age=63072000"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
}

/// Extracts the trace context from request headers.
private struct TraceFields: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}

/// Counts and measures requests. Hummingbird's own middleware would send each response in three parts, to learn when it
/// was sent.
private final class RequestMetrics: Sendable {
    private struct Labels: Hashable {
        let route: String, status: Int
    }

    private let timers = Mutex<[Labels: Timer]>([:])

    /// Records the time of a request.
    func record(_ route: String, _ status: Int, _ time: Duration) {
        let labels = Labels(route: route, status: status)
        let timer = timers.withLock { timers in
            if let known = timers[labels] { return known }
            let new = Timer(
                label: "http_server_request_seconds", dimensions: [("route", route), ("status", String(status))])
            timers[labels] = new
            return new
        }
        timer.record(duration: time)
    }
}
