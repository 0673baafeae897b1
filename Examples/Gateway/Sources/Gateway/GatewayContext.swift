import FlowRuntime
import GatewayCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Tracing

/// What a request carries through the gateway.
struct GatewayContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    /// Returns the client's address. Each trusted proxy adds the address of its own client to `X-Forwarded-For`, so that
    /// a client can forge only the addresses before these.
    func address(_ request: Request, proxies: Int) -> String {
        if proxies > 0, let name = HTTPField.Name("X-Forwarded-For") {
            let hops = request.headers[values: name].joined(separator: ",").split(separator: ",")
            if hops.count >= proxies { return hops[hops.count - proxies].filter { $0 != " " } }
        }
        return remoteAddress?.ipAddress ?? "unknown"
    }
}

/// Reads bodies, within limits.
struct BodyReader: Sendable {
    let bytes: Int
    let seconds: Int

    /// Returns the whole body.
    ///
    /// The server closes a connection on which nothing arrives. A client that sends a byte now and then ends here.
    /// - Throws: a problem if the body is too large or arrives too slowly.
    func body(_ request: Request) async throws -> [UInt8] {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var body: [UInt8] = []
        for try await part in request.body {
            guard body.count + part.readableBytes <= bytes else { throw Problem.tooLarge }
            guard ContinuousClock.now < deadline else { throw Problem.tooSlow }
            body += part.readableBytesView
        }
        return body
    }
}

/// Adds to every response what keeps browsers safe and what an operator needs, and turns errors into problem details.
struct GatewayMiddleware: RouterMiddleware {
    let pages: PageAnswers

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
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
            for (name, value) in Self.headers { response.headers[name] = value }
            if let name = HTTPField.Name("X-Request-Id") { response.headers[name] = context.id }
            // The route's pattern, not its address: whatever a client wrote there stays out of logs and traces.
            let route = "\(request.method) \(context.endpointPath ?? "none")"
            span.operationName = route
            span.attributes["http.response.status_code"] = Int(response.status.code)
            context.logger.info(
                "request",
                metadata: [
                    "route": "\(route)", "status": "\(response.status.code)",
                    "ms": "\(began.duration(to: .now) / .milliseconds(1))",
                ])
            return response
        }
    }

    /// Returns the problem that a client sees. The error itself may contain anything, so only its type is logged.
    private func problem(of error: any Error, _ context: GatewayContext) -> Problem {
        var problem: Problem
        switch error {
        case let known as Problem: problem = known
        case let known as HTTPError where known.status == .notFound: problem = .notFound
        case let known as HTTPError where known.status.code < 500: problem = .malformed
        default:
            context.logger.error("unexpected error", metadata: ["type": "\(type(of: error))"])
            problem = .unexpected
        }
        problem.request = context.id
        return problem
    }

    private func failure(_ problem: Problem, _ request: Request, _ context: GatewayContext) -> Response {
        guard request.uri.path.hasPrefix(PageAnswers.prefix) else { return Response(problem) }
        return pages.response(to: problem, request)
    }

    private static let headers: [(HTTPField.Name, String)] = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Strict-Transport-Security", "max-age=63072000"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}

/// Reads the fields in which a client passes its trace on.
private struct TraceFields: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}

extension Response {
    /// Creates a response with problem details.
    init(_ problem: Problem, _ current: [JSONMember] = []) {
        self.init(
            status: .init(code: problem.status), json: .object((problem.json.members ?? []) + current),
            type: "application/problem+json")
        if let seconds = problem.retryAfter { headers[.retryAfter] = String(seconds) }
    }

    /// Creates a response with JSON.
    init(status: HTTPResponse.Status = .ok, json: JSONValue, type: String = "application/json") {
        self.init(
            status: status, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json.jsonText)))
    }

    /// Creates a response with a text.
    init(status: HTTPResponse.Status = .ok, text: String, type: String) {
        self.init(
            status: status, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
