/// The values that a service takes under a key.
struct KeyForm: Sendable {
    /// The words that it, or an item of it, must be one of; empty if it can be anything.
    var words: [Symbol] = []
    /// The expression that it must match as a whole.
    var pattern: EmbeddedText?
    /// How many characters it must have.
    var length: Int?

    /// Whether the service takes anything.
    var isOpen: Bool { words.isEmpty && pattern == nil && length == nil }
}
