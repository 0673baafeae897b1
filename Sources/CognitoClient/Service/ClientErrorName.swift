import FlowTable

/// The names of errors that the client raises. The shipped flows have classes for them.
enum ClientErrorName {
    /// The transport failed.
    static let network = ReservedError.network.rawValue
    /// The service or a gateway throttles requests. The name is the service's own.
    static let tooManyRequests = "TooManyRequestsException"
    /// The client's configuration does not suffice for this request.
    static let configuration = ReservedError.configuration.rawValue
}
