/// Why there is no answer to a request.
public enum HTTPFailure: Error, Sendable, Equatable {
    /// Nobody accepts connections there. Nothing was sent.
    case refused
    /// There is no address for the host's name. Nothing was sent.
    case unknownHost
    /// This device has no network. Nothing was sent.
    case offline
    /// No encrypted connection came about, or the other side could not prove who it is. Nothing was sent.
    case insecure
    /// The connection ended before the whole answer had come.
    case connectionReset
    /// No whole answer came in time.
    case timeout
    /// What came is not HTTP.
    case notHTTP
    /// The answer has more bytes than the limit.
    case tooLong(limit: Int)
    /// The task was cancelled.
    case cancelled
    /// Something else, with the number that the system has for it.
    case other(code: Int)
}

extension HTTPFailure: CustomStringConvertible {
    /// What happened, as a sentence without secrets and without anything of the request.
    public var description: String {
        switch self {
        case .refused: "the service refuses connections; nothing was sent"
        case .unknownHost: "there is no address for the service's host name; nothing was sent"
        case .offline: "there is no network; nothing was sent"
        case .insecure: "no trusted encrypted connection to the service came about (TLS); nothing was sent"
        case .connectionReset: "the connection to the service was cut before the answer had come"
        case .timeout: "the service did not answer in time"
        case .notHTTP: "what answered in the service's place does not speak HTTP"
        case .tooLong(let limit): "the service's answer is longer than \(limit) bytes"
        case .cancelled: "the request was cancelled"
        case .other(let code): "the request failed on its way (\(code))"
        }
    }
}
