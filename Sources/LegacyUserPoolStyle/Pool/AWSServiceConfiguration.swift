public import CognitoHandlers
public import FlowRuntime

/// The service that a pool calls.
public final class AWSServiceConfiguration {
    /// The region.
    public let regionType: AWSRegionType
    /// The service to call instead of the region's, for example an in-process user pool.
    ///
    /// Set it before you register a pool.
    public var service: (any FlowService)?

    /// The store for tokens and remembered devices; by default a persistent one.
    ///
    /// Set it before you register a pool.
    public var secrets: (any SecretStore)?

    /// Creates a configuration for a region's service.
    /// - Parameters:
    ///   - region: the region; with ``AWSRegionType/Unknown``, the one in the pool's id.
    ///   - credentialsProvider: ignored, since requests to a user pool are not signed.
    public init(region: AWSRegionType, credentialsProvider: (any Sendable)? = nil) {
        regionType = region
    }
}
