public import FlowCore

/// A service, which performs a flow's requests and returns the replies.
public protocol FlowService: Sendable {
    /// Sends a request and waits for the reply. The implementation should stop when its task is canceled.
    /// - Returns: the body of the reply as received, or the error of the service or the transport.
    func call(_ request: FlowRequest) async -> FlowReply

    /// Sends a request whose body may contain handles in place of secrets.
    ///
    /// If you write the body yourself, insert the secrets with ``FlowSecrets/revealed(json:)``, so that no copy remains
    /// in memory. The default implementation passes the secrets as text to ``call(_:)``.
    /// - Parameters:
    ///   - request: the request, with handles in its body.
    ///   - secrets: the secrets that the handles refer to.
    /// - Returns: the body of the reply as received, or the error of the service or the transport.
    func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply

    /// Discards an abandoned reply, which the flow will not use.
    ///
    /// A reply is abandoned in two cases: it arrived after the runner had stopped waiting for it, or its event was
    /// refused, canceled or replaced before the flow reached the next step or end. If the service can revoke what the
    /// reply grants, revoke it. A reply is not abandoned if the flow's `cancel` keeps a secret of the reply, or passes
    /// the secret to a handler.
    ///
    /// The runner calls this method once for each such reply, in a task that is not canceled, and does not wait for the
    /// method to return. The default implementation does nothing.
    /// - Parameters:
    ///   - reply: the reply, which may grant access that nobody will use.
    ///   - request: the request that the reply answers.
    func discard(_ reply: FlowReply, to request: FlowRequest) async
}

extension FlowService {
    /// Sends a request to ``call(_:)`` with the texts of secrets in place of their handles, and returns the reply.
    public func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply {
        await call(FlowRequest(operation: request.operation, body: secrets.revealed(request.body)))
    }

    /// Ignores the reply.
    public func discard(_ reply: FlowReply, to request: FlowRequest) async {}
}

/// The result of a request.
public enum FlowReply: Sendable, Redacted {
    /// The service replied with this body, which the flow interprets.
    case body([UInt8])
    /// The service or the transport reported an error.
    case error(type: String, message: String)

    /// Returns a reply whose body is the text of a JSON value.
    public static func json(_ value: JSONValue) -> FlowReply { .body(Array(value.jsonText.utf8)) }

    /// Returns whether the body is JSON that contains one of these texts as a value.
    func contains(anyOf texts: Set<String>) -> Bool {
        guard !texts.isEmpty, case .body(let bytes) = self else { return false }
        return JSONValue(json: bytes)?.contains(anyOf: texts) ?? false
    }

    /// The number of bytes of a body, or the type of an error.
    public var description: String {
        switch self {
        case .body(let bytes): "reply of \(bytes.count) bytes"
        case .error(let type, _): "error \(type)"
        }
    }
}

extension JSONValue {
    /// Returns whether the value is one of these texts, or contains one as the value of an item or a member.
    fileprivate func contains(anyOf texts: Set<String>) -> Bool {
        switch self {
        case .string(let text), .number(let text): texts.contains(text)
        case .array(let items): items.contains { $0.contains(anyOf: texts) }
        case .object(let members): members.contains { $0.value.contains(anyOf: texts) }
        case .null, .bool: false
        }
    }
}
