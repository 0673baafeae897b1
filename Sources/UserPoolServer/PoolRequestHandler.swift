import FlowCore
import NIOHTTP1
import UserPool

/// Maps HTTP requests to the pool: AWS JSON 1.1 and public keys.
struct PoolRequestHandler: Sendable {
    /// The prefix of the operation in the target header.
    private static let service = "AWSCognitoIdentityProviderService."

    let pool: CognitoUserPool
    let limits: PoolServerLimits
    let gate: HostHeaderCheck
    let signatures: SignatureCheck?
    let observe: @Sendable (PoolRequestRecord) -> Void

    /// Responds to a request.
    func answer(_ request: PoolRequest) async -> PoolAnswer {
        var answer = if let preflight = gate.preflight(request.head) { preflight } else { await page(request) }
        gate.addHeaders(to: &answer, for: request.head)
        return answer
    }

    // MARK: Refusals

    /// Returns the reason to reject a request early, or nil.
    func refusal(of head: HTTPRequestHead) -> PoolAnswer? {
        if let reason = gate.refusal(of: head) { return refusal(reason.status, of: head, reason.message) }
        // The parser would leave other codings in the body (RFC 9112, 6.1).
        let codings = head.headers[canonicalForm: "transfer-encoding"]
        guard codings.allSatisfy({ $0.lowercased() == "chunked" }) else { return refusal(.notImplemented, of: head) }
        // The parser only permits digits, but possibly too many for an Int.
        let count = head.headers["content-length"].first.map { Int($0) ?? .max } ?? 0
        return count > limits.bodyBytes ? refusal(.payloadTooLarge, of: head) : nil
    }

    /// Adds headers so that a permitted page can read the rejection.
    func readable(_ answer: PoolAnswer, for head: HTTPRequestHead) -> PoolAnswer {
        var answer = answer
        if gate.refusal(of: head) == nil { gate.addHeaders(to: &answer, for: head) }
        return answer
    }

    /// Creates and reports the rejection of a request, or of invalid bytes.
    func refusal(_ status: HTTPResponseStatus, of head: HTTPRequestHead?) -> PoolAnswer {
        switch status {
        case .payloadTooLarge: refusal(status, of: head, "A request has at most \(limits.bodyBytes) bytes")
        case .requestHeaderFieldsTooLarge:
            refusal(
                status, of: head,
                "A header field has at most \(limits.fieldBytes) bytes, and all together \(limits.headBytes)")
        case .requestTimeout: refusal(status, of: head, "The request did not come in time")
        case .serviceUnavailable: refusal(status, of: head, "The pool has too much to do")
        case .notImplemented: refusal(status, of: head, "A body has no coding but chunked")
        case .notFound: refusal(status, of: head, "There is nothing at this path")
        case .methodNotAllowed: refusal(status, of: head, "This path has another method")
        default: refusal(status, of: head, "The request is cut off, or no HTTP")
        }
    }

    private func refusal(_ status: HTTPResponseStatus, of head: HTTPRequestHead?, _ message: String) -> PoolAnswer {
        let type =
            switch status {
            case .payloadTooLarge: "RequestEntityTooLargeException"
            case .forbidden: "AccessDeniedException"
            case .serviceUnavailable: "ServiceUnavailableException"
            default: "UnknownOperationException"
            }
        let place = head.map { "\($0.method.rawValue) \(PoolRequest.path(of: $0))" } ?? "no request"
        observe(PoolRequestRecord(place, nil, .null, errorType: type, status: Int(status.code)))
        return PoolAnswer(refusing: status, type, message)
    }

    // MARK: Pages

    private func page(_ request: PoolRequest) async -> PoolAnswer {
        let wellKnown = "/\(pool.configuration.poolID)/.well-known/"
        switch (request.head.method, request.path) {
        case (.POST, "/"): return await operation(request)
        case (.GET, wellKnown + "jwks.json"): return document(await pool.keySet(), request)
        case (.GET, wellKnown + "openid-configuration"): return document(await discovery(), request)
        case (_, "/"), (_, wellKnown + "jwks.json"), (_, wellKnown + "openid-configuration"):
            return refusal(.methodNotAllowed, of: request.head)
        default: return refusal(.notFound, of: request.head)
        }
    }

    private func document(_ bytes: [UInt8], _ request: PoolRequest) -> PoolAnswer {
        observe(PoolRequestRecord("GET \(request.path)", nil, .null, errorType: nil, status: 200))
        return PoolAnswer(document: bytes)
    }

    /// The OpenID Connect Discovery 1.0 metadata that pool clients read.
    private func discovery() async -> [UInt8] {
        let issuer = await pool.issuer
        let configuration = JSONValue.object([
            JSONMember("issuer", .string(issuer)),
            JSONMember("jwks_uri", .string(issuer + "/.well-known/jwks.json")),
            JSONMember("id_token_signing_alg_values_supported", .array([.string("RS256")])),
            JSONMember("subject_types_supported", .array([.string("public")])),
        ])
        return Array(configuration.jsonText.utf8)
    }

    // MARK: Operations

    private func operation(_ request: PoolRequest) async -> PoolAnswer {
        let targets = request.head.headers["x-amz-target"]
        guard targets.count == 1, let target = targets.first, target.hasPrefix(Self.service) else {
            return answer(PoolReply(error: "UnknownOperationException", ""), to: "POST /", nil)
        }
        let name = String(target.dropFirst(Self.service.count))
        if let signatures, let reply = signatures.refusal(of: name, request) { return answer(reply, to: name, nil) }
        let body = request.body.isEmpty ? Array("{}".utf8) : request.body
        guard let value = JSONValue(json: body), value.members != nil else {
            return answer(PoolReply(error: "SerializationException", "The body is no JSON object"), to: name, nil)
        }
        return answer(await pool.respond(to: name, body), to: name, value)
    }

    private func answer(_ reply: PoolReply, to operation: String, _ request: JSONValue?) -> PoolAnswer {
        observe(
            PoolRequestRecord(operation, request, reply.body, errorType: reply.errorType, status: reply.status))
        return PoolAnswer(reply)
    }
}
