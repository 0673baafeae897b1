package import UserPool

/// The hosts, origins and keys that a server accepts.
package struct PoolAccess: Sendable {
    /// The additional host names that the `Host` header may have.
    package var hosts: [String] = []
    /// The origins (`scheme://host:port`) whose pages may send requests.
    package var origins: [String] = []
    /// The keys that sign administrators' operations.
    package var keys: [PoolAccessKey] = []
    /// Whether administrators' operations are accepted without a signature.
    package var allowsUnsignedAdministration = false

    /// Creates access without additional hosts, origins or keys.
    package init() {}
}
