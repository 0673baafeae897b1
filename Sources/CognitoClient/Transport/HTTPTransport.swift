/// Sends requests over HTTP. A host may bring its own, such as one over another HTTP library.
public protocol HTTPTransport: Sendable {
    /// Sends one request, once.
    ///
    /// Follows no redirect and repeats nothing by itself, not even where a kept connection turns out to be dead after something
    /// was sent: only the caller knows whether a request may be sent twice. Ends at once when its task is cancelled. Has no
    /// time limit of its own that is shorter than a minute.
    /// - Returns: the answer, whatever its status.
    /// - Throws: why there is none.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
