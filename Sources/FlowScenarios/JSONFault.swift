/// Why a text is not JSON, and where.
struct JSONFault: Error, Hashable, Sendable {
    /// The UTF-8 offset in the text.
    let offset: Int
    /// The fault in words: lower case, no full stop.
    let message: String
}
