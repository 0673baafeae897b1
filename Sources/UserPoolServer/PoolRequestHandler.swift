import FlowCore
import FlyingFox
import UserPool

/// Turns requests of HTTP into requests of the pool: the JSON 1.1 protocol of AWS, and the pool's public keys.
struct PoolRequestHandler: HTTPHandler {
    /// What stands before the operation in the header that names it.
    private static let service = "AWSCognitoIdentityProviderService."

    let pool: CognitoUserPool
    let limits: PoolServerLimits
    let observe: @Sendable (PoolRequestRecord) -> Void

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body: [UInt8]
        switch await request.body(limits) {
        case .whole(let bytes): body = bytes
        case .tooLarge:
            return refuse(request, .payloadTooLarge, "a request has at most \(limits.bodyBytes) bytes")
        case .tooSlow: return refuse(request, .requestTimeout, "the request did not come in time", draining: 0)
        case .broken: return refuse(request, .badRequest, "the request is cut off, or no HTTP", draining: 0)
        }
        switch (request.method, page(request.path)) {
        case (.POST, .root): return await operation(request, body)
        case (.GET, .keys): return document(await pool.keySet(), request)
        case (.GET, .discovery): return document(await discovery(), request)
        case (_, .unknown): return refuse(request, .notFound, "there is nothing at this path")
        default: return refuse(request, .methodNotAllowed, "this path has another method")
        }
    }

    private enum Page {
        case root, keys, discovery, unknown
    }

    private func page(_ path: String) -> Page {
        switch path {
        case "/", "": .root
        case "/\(pool.configuration.poolID)/.well-known/jwks.json": .keys
        case "/\(pool.configuration.poolID)/.well-known/openid-configuration": .discovery
        default: .unknown
        }
    }

    // MARK: Operations

    private func operation(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPResponse {
        // Several headers of one name would be joined by a comma, which no operation's name has.
        guard let target = request.headers[HTTPHeader("X-Amz-Target")], target.hasPrefix(Self.service) else {
            return answer(PoolReply(error: "UnknownOperationException", ""), to: "POST /", nil)
        }
        let name = String(target.dropFirst(Self.service.count))
        let body = body.isEmpty ? Array("{}".utf8) : body
        guard let value = WireValue(json: body), value.members != nil else {
            return answer(PoolReply(error: "SerializationException", "The body is no JSON object"), to: name, nil)
        }
        return answer(await pool.respond(to: name, body), to: name, value)
    }

    private func answer(_ reply: PoolReply, to operation: String, _ request: WireValue?) -> HTTPResponse {
        observe(
            PoolRequestRecord(operation, request, reply.body, errorType: reply.errorType, status: reply.status))
        return PoolResponse.response(reply)
    }

    /// Answers what is no request of the pool, and closes the connection, whose rest may be anything.
    private func refuse(
        _ request: HTTPRequest, _ status: HTTPStatusCode, _ message: String, draining: Int? = nil
    ) -> HTTPResponse {
        let type = status == .payloadTooLarge ? "RequestEntityTooLargeException" : "UnknownOperationException"
        let reply = PoolReply(error: type, message, status: status.code)
        let place = "\(request.method.rawValue) \(request.path)"
        observe(PoolRequestRecord(place, nil, reply.body, errorType: type, status: status.code))
        return PoolResponse.lastResponse(reply, status, to: request, draining: draining ?? limits.drainedBytes)
    }

    // MARK: Documents

    private func document(_ bytes: [UInt8], _ request: HTTPRequest) -> HTTPResponse {
        observe(PoolRequestRecord("GET \(request.path)", nil, .null, errorType: nil, status: 200))
        return PoolResponse.document(bytes)
    }

    /// What OpenID Connect Discovery 1.0 calls the provider's configuration, as far as clients of a user pool read it.
    private func discovery() async -> [UInt8] {
        let issuer = await pool.issuer
        let configuration = WireValue.object([
            WireMember("issuer", .string(issuer)),
            WireMember("jwks_uri", .string(issuer + "/.well-known/jwks.json")),
            WireMember("id_token_signing_alg_values_supported", .array([.string("RS256")])),
            WireMember("subject_types_supported", .array([.string("public")])),
        ])
        return Array(configuration.jsonText.utf8)
    }
}
