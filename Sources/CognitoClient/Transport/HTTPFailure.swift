/// Reports why a request has no response.
public enum HTTPFailure: Error, Sendable, Equatable {
    /// No connection could be made to the host. Nothing was sent.
    case refused
    /// The host's name could not be resolved. Nothing was sent.
    case unknownHost
    /// This device is offline. Nothing was sent.
    case offline
    /// The TLS handshake or the certificate check failed. Nothing was sent.
    case insecure
    /// The connection was lost before the whole response arrived.
    case connectionReset
    /// The whole response did not arrive in time.
    case timeout
    /// The response is not HTTP.
    case notHTTP
    /// The response exceeds the limit, in bytes.
    case tooLong(limit: Int)
    /// The task was cancelled.
    case cancelled
    /// Another failure, with the system's error code.
    case other(code: Int)
}

extension HTTPFailure: CustomStringConvertible {
    /// One sentence for people, without secrets and without content of the request.
    public var description: String {
        switch self {
        case .refused: "the connection to the service was refused; nothing was sent"
        case .unknownHost: "the service's host name could not be resolved; nothing was sent"
        case .offline: "this device is offline; nothing was sent"
        case .insecure: "no trusted TLS connection to the service could be established; nothing was sent"
        case .connectionReset: "the connection was lost before the whole response arrived"
        case .timeout: "the service did not answer in time"
        case .notHTTP: "the response is not valid HTTP"
        case .tooLong(let limit): "the response is longer than the limit of \(limit) bytes"
        case .cancelled: "the request was cancelled"
        case .other(let code): "the request failed (code \(code))"
        }
    }
}
