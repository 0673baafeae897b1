/// Sends requests over HTTP. A host may bring its own, such as one over another HTTP library.
public protocol HTTPTransport: Sendable {
    /// Sends one request, once.
    ///
    /// Follows no redirect and repeats nothing by itself, not even where a kept connection turns out to be dead after something
    /// was sent: only the caller knows whether a request may be sent twice. Ends soon when its task is cancelled. Has no
    /// time limit of its own that is shorter than a minute.
    ///
    /// A connection whose request was given up, by a cancelled task or by a failure, is never used again: the answer that may
    /// still come on it would be read as that to the next request, which may be another user's.
    /// - Returns: the answer, whatever its status.
    /// - Throws: why there is none.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
