public import CognitoHandlers
public import FlowRuntime

/// Where the service is.
public final class AWSServiceConfiguration {
    /// The region.
    public let regionType: AWSRegionType
    /// What answers requests in place of a client of the region, such as a client of another address or a user pool in
    /// the process. To be set before a pool is registered.
    public var service: (any FlowService)?

    /// Where tokens and remembered devices are. To be set before a pool is registered; a store that lasts unless another is set.
    public var secrets: (any SecretStore)?

    /// Creates a region's service.
    /// - Parameters:
    ///   - region: the region; the pool's id names one where this is ``AWSRegionType/Unknown``.
    ///   - credentialsProvider: not used, as no request of a user pool's client is signed.
    public init(region: AWSRegionType, credentialsProvider: (any Sendable)? = nil) {
        regionType = region
    }
}
