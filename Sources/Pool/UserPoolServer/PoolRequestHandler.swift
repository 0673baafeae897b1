import FlowCore
import NIOHTTP1
import UserPool

/// Performs the HTTP requests of a pool's clients: operations in AWS JSON 1.1, and public documents.
struct PoolRequestHandler: Sendable {
    /// The prefix of an operation's name in the header `X-Amz-Target`.
    private static let service = "AWSCognitoIdentityProviderService."

    let pool: CognitoUserPool
    let limits: PoolServerLimits
    let hostCheck: HostHeaderCheck
    /// Checks the signatures of administrators' operations; nil if none are needed.
    let signatureCheck: SignatureCheck?
    /// Receives a record of each request except permitted preflight requests.
    let observe: @Sendable (PoolRequestRecord) -> Void

    /// Performs a request, records it, and returns the response with its CORS headers. A preflight request is not
    /// recorded.
    func perform(_ request: PoolRequest) async -> PoolAnswer {
        let preflight = hostCheck.preflightAnswer(to: request.head)
        var answer = if let preflight { preflight } else { await route(request) }
        hostCheck.addCORSHeaders(to: &answer, for: request.head)
        return answer
    }

    // MARK: Rejections

    /// Creates and records the response to a request whose head is invalid: its host, origin, transfer coding or
    /// length.
    /// - Returns: nil if the head is valid.
    func recordedRejection(ofInvalidHead head: HTTPRequestHead) -> PoolAnswer? {
        if let rejection = hostCheck.rejection(of: head) {
            return recordedRejection(rejection.status, of: head, rejection.message)
        }
        // The parser does not decode other transfer codings (RFC 9112, 6.1).
        let codings = head.headers[canonicalForm: "transfer-encoding"]
        guard codings.allSatisfy({ $0.lowercased() == "chunked" }) else {
            return recordedRejection(.notImplemented, of: head)
        }
        guard let digits = head.headers["content-length"].first else { return nil }
        // The parser permits only digits, but there may be too many for an Int.
        let bodyLength = Int(digits) ?? .max
        return bodyLength > limits.bodyBytes ? recordedRejection(.payloadTooLarge, of: head) : nil
    }

    /// Returns a rejection with CORS headers, if the request's host and origin are permitted.
    func addingCORSHeaders(to rejection: PoolAnswer, for head: HTTPRequestHead) -> PoolAnswer {
        guard hostCheck.rejection(of: head) == nil else { return rejection }
        var answer = rejection
        hostCheck.addCORSHeaders(to: &answer, for: head)
        return answer
    }

    /// Creates and records the response that rejects a request. The head is nil if none was received completely.
    func recordedRejection(_ status: HTTPResponseStatus, of head: HTTPRequestHead?) -> PoolAnswer {
        recordedRejection(status, of: head, message(for: status))
    }

    private func message(for status: HTTPResponseStatus) -> String {
        switch status {
        case .payloadTooLarge: "The body must not exceed \(limits.bodyBytes) bytes"
        case .requestHeaderFieldsTooLarge:
            "A header field must not exceed \(limits.fieldBytes) bytes, "
                + "and the whole head must not exceed \(limits.headBytes) bytes"
        case .requestTimeout: "The request took too long to arrive"
        case .serviceUnavailable: "The pool is too busy, or did not respond in time; try again later"
        case .notImplemented: "The only supported transfer coding is chunked"
        case .notFound: "The path does not exist"
        case .methodNotAllowed: "The path does not support this method"
        default: "The request is incomplete or not valid HTTP"
        }
    }

    /// Creates the response that rejects a request with a message, and reports the request to the observer.
    private func recordedRejection(
        _ status: HTTPResponseStatus, of head: HTTPRequestHead?, _ message: String
    ) -> PoolAnswer {
        let type =
            switch status {
            case .payloadTooLarge: "RequestEntityTooLargeException"
            case .forbidden: "AccessDeniedException"
            case .serviceUnavailable: "ServiceUnavailableException"
            default: "UnknownOperationException"
            }
        let label = head.map { "\($0.method.rawValue) \(PoolRequest.path(of: $0))" } ?? "no request"
        observe(PoolRequestRecord(label, request: nil, response: .null, errorType: type, status: Int(status.code)))
        return PoolAnswer(rejecting: status, type, message)
    }

    // MARK: Routes

    /// Performs the operation that the method and path select, or rejects the request. Returns the response, which may
    /// also be a document.
    private func route(_ request: PoolRequest) async -> PoolAnswer {
        let wellKnown = "/\(pool.configuration.poolID)/.well-known/"
        let isRead = request.head.method == .GET || request.head.method == .HEAD
        switch request.path {
        case "/" where request.head.method == .POST: return await performOperation(request)
        case wellKnown + "jwks.json" where isRead: return recordedDocument(await pool.keySet(), request)
        case wellKnown + "openid-configuration" where isRead:
            return recordedDocument(await discoveryDocument(), request)
        case "/": return recordedRejection(ofMethodIn: request.head, allowing: "POST")
        case wellKnown + "jwks.json", wellKnown + "openid-configuration":
            return recordedRejection(ofMethodIn: request.head, allowing: "GET, HEAD")
        default: return recordedRejection(.notFound, of: request.head)
        }
    }

    /// Creates and records the response that rejects a request's method, and names the permitted ones (RFC 9110,
    /// 15.5.6).
    private func recordedRejection(ofMethodIn head: HTTPRequestHead, allowing methods: String) -> PoolAnswer {
        var answer = recordedRejection(.methodNotAllowed, of: head)
        answer.headers.add(name: "Allow", value: methods)
        return answer
    }

    /// Creates the response with the document that a request asks for, and reports the request to the observer.
    private func recordedDocument(_ bytes: [UInt8], _ request: PoolRequest) -> PoolAnswer {
        let label = "\(request.head.method.rawValue) \(request.path)"
        observe(PoolRequestRecord(label, request: nil, response: .null, errorType: nil, status: 200))
        return PoolAnswer(document: bytes)
    }

    /// Returns the JSON of the OpenID Connect metadata that clients of user pools read (Discovery 1.0).
    private func discoveryDocument() async -> [UInt8] {
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

    /// Performs the operation that the header `X-Amz-Target` names, records it, and returns the response.
    private func performOperation(_ request: PoolRequest) async -> PoolAnswer {
        let targets = request.head.headers["x-amz-target"]
        guard targets.count == 1, let target = targets.first, target.hasPrefix(Self.service) else {
            let reply = PoolReply(
                error: "UnknownOperationException", "The header X-Amz-Target must name one operation of the service")
            return recordedAnswer(reply, to: "POST /", request: nil)
        }
        let name = String(target.dropFirst(Self.service.count))
        if let signatureCheck, let reply = signatureCheck.rejection(of: name, request) {
            return recordedAnswer(reply, to: name, request: nil)
        }
        // A request without parameters may have an empty body.
        let body = request.body.isEmpty ? Array("{}".utf8) : request.body
        guard let value = JSONValue(json: body), value.members != nil else {
            return recordedAnswer(
                PoolReply(error: "SerializationException", "The body is not a JSON object"), to: name,
                request: nil)
        }
        return recordedAnswer(await pool.respond(to: name, body), to: name, request: value)
    }

    /// Creates the HTTP response for a reply, and records it. `request` is nil if the pool did not receive the body.
    private func recordedAnswer(_ reply: PoolReply, to operation: String, request: JSONValue?) -> PoolAnswer {
        observe(
            PoolRequestRecord(
                operation, request: request, response: reply.body, errorType: reply.errorType, status: reply.status))
        return PoolAnswer(reply)
    }
}
