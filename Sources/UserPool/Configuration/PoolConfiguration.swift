/// How a pool is set up. The defaults are those of a pool in which everything can be tried.
public struct PoolConfiguration: Sendable, Equatable {
    /// The pool's id, `REGION_NAME`.
    public var poolID = "us-east-1_Embedded1"
    /// The app clients.
    public var clients = [PoolClient()]

    /// The defaults.
    public init() {}

    /// The URL that Amazon Cognito would issue this pool's tokens under.
    public var defaultIssuer: String {
        let region = poolID.split(separator: "_").first.map(String.init) ?? "us-east-1"
        return "https://cognito-idp.\(region).amazonaws.com/\(poolID)"
    }
}
