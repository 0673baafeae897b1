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
            "the region has other characters than small letters, digits and hyphens: write 'eu-west-1'"
        case .malformedAddress:
            "the address is not 'https://' with a host, and perhaps a port and a path: write 'https://auth.example.com'"
        case .notEncrypted: "the address has 'http', but is not on this device: write 'https', or allow plain HTTP"
        }
    }
}
