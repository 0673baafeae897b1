/// Sends requests over HTTP. Conform to it to use another HTTP library.
public protocol HTTPTransport: Sendable {
    /// Sends one request, once.
    ///
    /// A transport follows no redirects and never retries, since only the caller knows whether a request is
    /// idempotent. It does not retry even if a reused connection turns out to be dead after something was sent. A
    /// transport returns soon after its task is cancelled. Its own time limit, if it has one, is a minute or longer.
    ///
    /// A transport never reuses a connection whose request failed or was cancelled. A late response on it would answer
    /// the next request, which may be another user's.
    /// - Returns: the response, whatever its status.
    /// - Throws: ``HTTPFailure`` if there is no response.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
