/// The texts that an input of a generated flow accepts, for the form in which the user enters them.
public struct FlowInputRule: Sendable, Equatable {
    /// The type in the flow language, such as `digits`.
    public let type: String
    /// The required number of characters, or nil if any number will do.
    public let length: Int?
    /// The pattern that the text must match, or nil if there is none.
    public let pattern: String?

    /// Creates a rule.
    public init(type: String, length: Int? = nil, pattern: String? = nil) {
        self.type = type
        self.length = length
        self.pattern = pattern
    }
}
