/// A member of a JSON object.
public struct JSONMember: Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Creates a member with a name and its value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
