public import FlowRuntime

/// Keeps the remembered device of each user, best where other apps cannot read it.
///
/// A user is known by the name that the flow passes, byte for byte. In a flow that leaves `username` as the host gave it,
/// that is what was typed in, an alias as well: it is stored under the alias and found under the alias. Signing in under
/// another name of the same account then registers another device, which the service allows. (The service itself names
/// the account in USERNAME only after the first request, so what is sent with that one cannot be looked up by it.)
public protocol CognitoDeviceStore: Sendable {
    /// What is stored for a user.
    func device(of username: String) async throws(FlowHandlerFailure) -> CognitoDevice?
    /// Stores a user's device in place of one from before.
    func store(_ device: CognitoDevice, of username: String) async throws(FlowHandlerFailure)
    /// Forgets a user's device, if one is stored.
    func forget(_ username: String) async throws(FlowHandlerFailure)
}

/// Keeps devices as long as the process runs.
public actor MemoryDeviceStore: CognitoDeviceStore {
    /// By the bytes of the name: Swift's `==` takes texts for the same that the service does not.
    private var devices: [[UInt8]: CognitoDevice] = [:]

    /// Nothing stored yet.
    public init() {}

    /// What is stored for a user.
    public func device(of username: String) -> CognitoDevice? { devices[Array(username.utf8)] }

    /// Stores a user's device.
    public func store(_ device: CognitoDevice, of username: String) { devices[Array(username.utf8)] = device }

    /// Forgets a user's device.
    public func forget(_ username: String) { devices[Array(username.utf8)] = nil }
}
