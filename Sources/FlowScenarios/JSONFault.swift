/// The reason and the location of a JSON error.
struct JSONFault: Error, Hashable, Sendable {
    /// The UTF-8 offset in the text.
    let offset: Int
    /// The error in lower case, without a full stop.
    let message: String
}
