#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Hands what the system's URL loading tells to the exchange it belongs to.
    ///
    /// Cancels no task: on Linux that traps when a delegate's method does it. Whoever waits for the exchange cancels.
    final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let lock = NSLock()
        /// The session is lent to one exchange at a time. Its task is kept beside it: an earlier one may still tell something.
        private var current: (exchange: HTTPExchange, task: Int)?
        private var isCompleted = false

        /// Gives what a task tells to an exchange.
        func begin(_ exchange: HTTPExchange, in task: URLSessionTask) {
            lock.withLock { (current, isCompleted) = ((exchange, task.taskIdentifier), false) }
        }

        /// Drops what the task may still tell.
        /// - Returns: whether the task had come to its end by itself, without an error.
        func end() -> Bool {
            lock.withLock {
                current = nil
                return isCompleted
            }
        }

        private func exchange(of task: URLSessionTask) -> HTTPExchange? {
            lock.withLock { current?.task == task.taskIdentifier ? current?.exchange : nil }
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse {
                let fields = response.allHeaderFields.compactMap { name, value -> HTTPField? in
                    guard let name = name as? String, let value = value as? String else { return nil }
                    return HTTPField(name, value)
                }
                let exchange = exchange(of: dataTask)
                exchange?.receive(status: response.statusCode, fields: fields)
                exchange?.expect(response.expectedContentLength)
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            exchange(of: dataTask)?.receive(data)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let exchange = exchange(of: task) else { return }
            if error == nil { lock.withLock { isCompleted = true } }
            if let error { exchange.finish(.failure(HTTPFailure(error))) } else { exchange.finish(otherwise: .notHTTP) }
        }

        /// A redirect is an answer like another.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        /// The body is asked for again when the request is about to be sent a second time: on Linux, where a kept connection ended
        /// without an answer. It may have been worked on, so the exchange ends here.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            exchange(of: task)?.finish(.failure(.connectionReset))
            completionHandler(nil)
        }

        /// Only the other side's identity is looked at; who asks for a password is told no.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if challenge.protectionSpace.authenticationMethod == Self.serverTrust {
                completionHandler(.performDefaultHandling, nil)
            } else {
                // On Linux the answer is there before the question, and the refusal would end the task as cancelled.
                if task.response != nil { exchange(of: task)?.finish(otherwise: .notHTTP) }
                completionHandler(.rejectProtectionSpace, nil)
            }
        }

        private static let serverTrust = "NSURLAuthenticationMethodServerTrust"
    }
#endif
