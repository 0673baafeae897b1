/// An app client of a pool.
public struct PoolClient: Sendable, Equatable {
    /// Its id.
    public var id: String
    /// Its secret, if it has one; then every request proves it.
    public var secret: String?

    /// A client with the defaults.
    public init(id: String = "app-client", secret: String? = nil) {
        self.id = id
        self.secret = secret
    }
}
