package import UserPool

/// Who may use a server, and for which operations.
package struct PoolAccess: Sendable {
    /// Names of the server besides those of this computer, for the header `Host`.
    package var hosts: [String] = []
    /// Origins, `scheme://host:port`, whose pages may send requests.
    package var origins: [String] = []
    /// The keys by which operations of administrators are signed.
    package var keys: [PoolAccessKey] = []
    /// Whether those operations need no signature.
    package var allowsUnsignedAdministration = false

    /// Pages of no origin, and no administrator.
    package init() {}
}
