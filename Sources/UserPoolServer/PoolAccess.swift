package import UserPool

/// The clients that may use a server, and their operations.
package struct PoolAccess: Sendable {
    /// Additional names of the server for the `Host` header.
    package var hosts: [String] = []
    /// Origins (`scheme://host:port`) whose pages may send requests.
    package var origins: [String] = []
    /// The keys that sign administrators' operations.
    package var keys: [PoolAccessKey] = []
    /// Whether administrators' operations need no signature.
    package var allowsUnsignedAdministration = false

    /// Creates access for no origin and no administrator.
    package init() {}
}
