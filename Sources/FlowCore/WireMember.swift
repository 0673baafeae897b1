/// A member of a JSON object.
public struct WireMember: Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: WireValue

    /// A member.
    public init(_ name: String, _ value: WireValue) {
        self.name = name
        self.value = value
    }
}
