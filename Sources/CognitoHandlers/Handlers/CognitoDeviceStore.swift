public import FlowRuntime

/// Keeps the remembered device of each user, best where other apps cannot read it.
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
    private var devices: [String: CognitoDevice] = [:]

    /// Nothing stored yet.
    public init() {}

    /// What is stored for a user.
    public func device(of username: String) -> CognitoDevice? { devices[username] }

    /// Stores a user's device.
    public func store(_ device: CognitoDevice, of username: String) { devices[username] = device }

    /// Forgets a user's device.
    public func forget(_ username: String) { devices[username] = nil }
}
