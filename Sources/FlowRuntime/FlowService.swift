public import FlowCore

/// The service that a flow talks to: sends a request and gives the answer.
public protocol FlowService: Sendable {
    /// Sends one request. Should stop when its task is cancelled.
    /// - Returns: the body of the answer as it came, or the error of the service or of the way to it.
    func call(_ request: FlowRequest) async -> FlowReply

    /// Sends one request whose body may have handles in place of secrets. A service that writes the body itself puts in the secrets by
    /// ``FlowSecrets/revealed(json:)``, so that no copy of them stays in memory; any other gets them as texts by ``call(_:)``.
    /// - Parameters:
    ///   - request: the request.
    ///   - secrets: the secrets that it names.
    /// - Returns: the body of the answer as it came, or the error of the service or of the way to it.
    func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply

    /// Takes a reply that was given up. It came when nobody waited for it any more, since the wait was cancelled, ran out of time, or
    /// gave way to another event; or the event that it answers was cancelled or replaced before the flow came to its next step or end.
    ///
    /// Nobody will use what such a reply grants, so a service revokes it where it can. Called once for such a reply, in a task of
    /// its own that is not cancelled; nobody waits for it. Does nothing unless a service says otherwise.
    /// - Parameters:
    ///   - reply: the reply.
    ///   - request: the request that it answers.
    func discard(_ reply: FlowReply, to request: FlowRequest) async
}

extension FlowService {
    /// Sends the request with texts in place of handles.
    public func call(_ request: FlowRequest, secrets: FlowSecrets) async -> FlowReply {
        await call(FlowRequest(operation: request.operation, body: secrets.revealed(request.body)))
    }

    /// Does nothing.
    public func discard(_ reply: FlowReply, to request: FlowRequest) async {}
}

/// What came of a request.
public enum FlowReply: Sendable {
    /// The service answered with this body; the flow makes out what it means.
    case body([UInt8])
    /// The service, or the way to it, answered with an error.
    case error(type: String, message: String)

    /// An answer with a JSON value as its body.
    public static func json(_ value: JSONValue) -> FlowReply { .body(Array(value.jsonText.utf8)) }
}
