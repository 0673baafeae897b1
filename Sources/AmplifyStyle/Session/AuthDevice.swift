/// A device that the service remembers.
public struct AuthDevice: Sendable, Equatable {
    /// The device key.
    public let id: String
    /// The device's name, or its key if it has no name.
    public let name: String

    /// Creates a device, for example in tests of the app.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
