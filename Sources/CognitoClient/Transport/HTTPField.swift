/// A header field.
public struct HTTPField: Sendable, Equatable {
    /// The name; case does not matter.
    public var name: String
    /// The value, without blanks around it.
    public var value: String

    /// A field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
