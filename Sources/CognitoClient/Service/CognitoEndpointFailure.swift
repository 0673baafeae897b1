/// Reports what is wrong with an address.
public enum CognitoEndpointFailure: Error, Sendable, Equatable {
    /// The region is malformed. Regions consist of lower-case letters, digits and hyphens: `eu-west-1`.
    case malformedRegion
    /// The address is malformed. Use `https`, a host, and optionally a port and a path:
    /// `https://auth.example.com:8443/pool`. A user name, a query or a fragment is not allowed.
    case malformedAddress
    /// The address is `http` on another device. Requests contain passwords, so this needs `allowsPlainHTTP`.
    case notEncrypted
}

extension CognitoEndpointFailure: CustomStringConvertible {
    /// What is wrong, and a correct example.
    public var description: String {
        switch self {
        case .malformedRegion:
            "the region is malformed: write lower-case letters, digits and hyphens, such as 'eu-west-1'"
        case .malformedAddress:
            "the address is malformed: write 'https://', a host, and optionally a port and a path, such as "
                + "'https://auth.example.com:8443/pool'"
        case .notEncrypted:
            "the address uses 'http' for another device, which would send passwords unencrypted: use 'https'"
        }
    }
}
