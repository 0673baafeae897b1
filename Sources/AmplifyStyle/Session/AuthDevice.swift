/// A device that the service remembers.
public struct AuthDevice: Sendable, Equatable {
    /// Its key.
    public let id: String
    /// The name that it was given.
    public let name: String

    /// A device.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
