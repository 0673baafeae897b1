/// A header field.
public struct HTTPField: Sendable, Equatable {
    /// The name, which is case-insensitive.
    public var name: String
    /// The value, without surrounding blanks.
    public var value: String

    /// Creates a header field from its name and its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
