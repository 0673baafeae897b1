public import CognitoHandlers
public import FlowRuntime

/// The service that a pool calls.
public final class AWSServiceConfiguration {
    /// The region.
    public let regionType: AWSRegionType
    /// The service to call, for example an in-process user pool; nil for the region's service.
    ///
    /// Set it before you register a pool.
    public var service: (any FlowService)?

    /// The store for tokens and remembered devices; nil for a persistent store.
    ///
    /// Set it before you register a pool.
    public var secrets: (any SecretStore)?

    /// Creates a configuration for a region's service.
    /// - Parameters:
    ///   - region: the region of the service. With ``AWSRegionType/Unknown``, the region in the pool's id applies.
    ///   - credentialsProvider: ignored, since requests to a user pool are not signed.
    public init(region: AWSRegionType, credentialsProvider: (any Sendable)? = nil) {
        regionType = region
    }
}
