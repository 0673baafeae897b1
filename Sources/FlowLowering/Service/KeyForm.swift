/// The form that a service requires of the value of a key.
struct KeyForm: Sendable {
    /// The words that the value, or each item of a list, may be; empty if any text is allowed.
    var words: [Symbol] = []
    /// The regular expression that the whole value must match; nil if any text is allowed.
    var pattern: EmbeddedText?
    /// The number of characters; nil if any number is allowed.
    var length: Int?

    /// Whether the service accepts any value.
    var isOpen: Bool { words.isEmpty && pattern == nil && length == nil }
}
