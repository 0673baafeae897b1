public import CognitoHandlers
public import FlowCore
public import FlowRuntime

/// The service that a pool calls.
public final class AWSServiceConfiguration: Redacted {
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

/// The AWS regions that the SDK lists.
///
/// For any other region, use ``Unknown``. The region in the pool's id then applies.
public enum AWSRegionType: Int, Sendable {
    /// No region.
    case Unknown = 0
    /// Northern Virginia.
    case USEast1
    /// Ohio.
    case USEast2
    /// Northern California.
    case USWest1
    /// Oregon.
    case USWest2
    /// Ireland.
    case EUWest1
    /// London.
    case EUWest2
    /// Frankfurt.
    case EUCentral1
    /// Tokyo.
    case APNortheast1
    /// Seoul.
    case APNortheast2
    /// Singapore.
    case APSoutheast1
    /// Sydney.
    case APSoutheast2
    /// Mumbai.
    case APSouth1
    /// São Paulo.
    case SAEast1
    /// Beijing.
    case CNNorth1
    /// Canada, Central.
    case CACentral1
    /// GovCloud, West.
    case USGovWest1
    /// Ningxia.
    case CNNorthWest1
    /// Paris.
    case EUWest3
    /// GovCloud, East.
    case USGovEast1
    /// Stockholm.
    case EUNorth1
    /// Hong Kong.
    case APEast1
    /// Bahrain.
    case MESouth1
    /// Cape Town.
    case AFSouth1
    /// Milan.
    case EUSouth1

    /// The region's code, such as `us-east-1`; nil for ``Unknown``.
    var name: String? {
        guard self != .Unknown else { return nil }
        // A case is the code without hyphens, for example `USGovWest1` for `us-gov-west-1`.
        let caseName = "\(self)"
        let area = caseName.prefix { $0.isUppercase }.dropLast()
        let place = caseName.dropFirst(area.count).prefix { !$0.isNumber }
        let government = place.hasPrefix("Gov") ? ["gov", String(place.dropFirst(3))] : [String(place)]
        return ([String(area)] + government + [String(caseName.suffix(1))]).joined(separator: "-").lowercased()
    }
}
