import FlowTable

/// The names of errors that the client itself makes; the flows' error classes know them.
enum ClientErrorName {
    /// Something went wrong on the way to the service.
    static let network = ReservedError.network.rawValue
    /// The service, or something before it, has too many requests to do; the same as when the service says so by name.
    static let tooManyRequests = "TooManyRequestsException"
    /// The client lacks what it needs for this request.
    static let configuration = ReservedError.configuration.rawValue
}
