#if !canImport(CCurl)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Forwards `URLSession` callbacks to the exchange that they belong to.
    ///
    /// It never cancels a task: on Linux, doing so in a delegate method traps. Whoever waits for the exchange cancels.
    final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let lock = NSLock()
        /// The current exchange and its task. The session serves one exchange at a time, but an earlier task may still
        /// call back.
        private var current: (exchange: HTTPExchange, task: Int)?
        private var isCompleted = false

        /// Starts to forward a task's callbacks to an exchange.
        func begin(_ exchange: HTTPExchange, in task: URLSessionTask) {
            lock.withLock { (current, isCompleted) = ((exchange, task.taskIdentifier), false) }
        }

        /// Ends the forwarding, so that further callbacks of the task are ignored.
        /// - Returns: whether the task completed without an error.
        func end() -> Bool {
            lock.withLock {
                current = nil
                return isCompleted
            }
        }

        /// Returns the exchange of a task, or nil if the task is not the current one.
        private func exchange(of task: URLSessionTask) -> HTTPExchange? {
            lock.withLock { current?.task == task.taskIdentifier ? current?.exchange : nil }
        }

        /// Passes a response's head to its exchange.
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
                exchange?.finishIfTooLong(announcedLength: response.expectedContentLength)
            }
            completionHandler(.allow)
        }

        /// Passes a part of a body to its exchange.
        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            exchange(of: dataTask)?.receive(data)
        }

        /// Ends the exchange of a task that has completed.
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let exchange = exchange(of: task) else { return }
            if error == nil { lock.withLock { isCompleted = true } }
            if let error {
                exchange.finish(.failure(HTTPFailure(error)))
            } else {
                exchange.finishWithResponse(orFailure: .notHTTP)
            }
        }

        /// Passes nil to the completion handler, so that a redirect is the response and is not followed.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        /// Ends the exchange when the body is needed again. On Linux, that happens if a reused connection ended
        /// without a response; the service may have handled the request already.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            exchange(of: task)?.finish(.failure(.connectionReset))
            completionHandler(nil)
        }

        /// Answers an authentication challenge: verifies the server's certificate, and refuses to supply credentials.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if challenge.protectionSpace.authenticationMethod == Self.serverTrust {
                completionHandler(.performDefaultHandling, nil)
            } else {
                // On Linux the response arrives before the challenge, and refusing it would end the task as cancelled.
                if task.response != nil { exchange(of: task)?.finishWithResponse(orFailure: .notHTTP) }
                completionHandler(.rejectProtectionSpace, nil)
            }
        }

        /// The authentication method of a challenge that asks whether to trust the server's certificate.
        private static let serverTrust = "NSURLAuthenticationMethodServerTrust"
    }
#endif
