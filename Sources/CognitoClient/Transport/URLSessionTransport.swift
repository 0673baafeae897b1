import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with the system's URL loading, which keeps connections for later requests.
///
/// Has no cookies, no cache, and no stored credentials; answers no question for a password. Proxies are those of the system.
///
/// On Linux, Foundation up to that of Swift 6.3 ends the process when a connection ends between the first line and the last of an
/// answer's head (swift-corelibs-foundation issue 5285, mended by its pull request 5286). A server that must not end so brings
/// another transport until then. And all sessions of a process share one queue there: an answer without end holds up all of them,
/// for as long as it comes in faster than it is read.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let delegate = SessionDelegate()

    /// A transport with connections of its own, which close when it goes.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends one request, once.
    /// - Returns: the answer, whatever its status.
    /// - Throws: why there is none.
    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard let url = URL(string: request.url) else { throw .unknownHost }
        let task = session.dataTask(with: URLRequest(request, to: url))
        let exchange = HTTPExchange(longestBody: request.longestAnswer)
        delegate.begin(exchange, in: task)
        let result = await withTaskCancellationHandler {
            await exchange.result { task.resume() }
        } onCancel: {
            exchange.finish(.failure(.cancelled))
        }
        delegate.end(task)
        if case .failure = result { task.cancel() }
        return try result.get()
    }
}

extension URLRequest {
    /// A request as the system's URL loading takes it.
    fileprivate init(_ request: HTTPRequest, to url: URL) {
        // The limit of the system is in whole seconds on Linux and cuts off the rest: the client has its own.
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 3600)
        httpMethod = "POST"
        httpShouldHandleCookies = false
        for field in request.fields { setValue(field.value, forHTTPHeaderField: field.name) }
        httpBody = Data(request.body)
    }
}
