/// The names of errors that the client itself makes; the flows' error classes know them.
enum ClientErrorName {
    /// Something went wrong on the way to the service.
    static let network = "network"
    /// The client lacks what it needs for this request.
    static let configuration = "configuration"
}
