/// Why a caller could not give the bytes of a file.
package enum LoadFailure: Error, Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// The file exists but cannot be read, for a reason in the words of the system.
    case unreadable(String)
}
