public import FlowRuntime

/// Where the service is.
public final class AWSServiceConfiguration {
    /// The region.
    public let regionType: AWSRegionType
    /// What answers requests in place of a client of the region, such as a client of another address or a user pool in
    /// the process. To be set before a pool is registered.
    public var service: (any FlowService)?

    /// A region's service.
    /// - Parameters:
    ///   - region: the region; the pool's id names one where this is ``AWSRegionType/Unknown``.
    ///   - credentialsProvider: not used, as no request of a user pool's client is signed.
    public init(region: AWSRegionType, credentialsProvider: (any Sendable)? = nil) {
        regionType = region
    }
}
