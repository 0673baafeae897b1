/// The reason why a file could not be loaded.
package enum LoadFailure: Error, Hashable, Sendable {
    /// The file does not exist.
    case notFound
    /// The file cannot be read, for the reason in the system's message.
    case unreadable(String)
}
