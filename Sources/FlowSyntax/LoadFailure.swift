/// The reason why a file could not be loaded.
package enum LoadFailure: Error, Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// The file cannot be read; the reason is the system's message.
    case unreadable(String)
}
