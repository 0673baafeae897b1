/// What is wrong with an address.
public enum CognitoEndpointFailure: Error, Sendable, Equatable {
    /// A region has small letters, digits and hyphens: `eu-west-1`.
    case malformedRegion
    /// An address has `https`, a host and perhaps a port and a path: `https://auth.example.com:8443/pool`. No user name, no
    /// query, no fragment.
    case malformedAddress
    /// Requests hold passwords: `http` is for this device alone, unless the host allows more.
    case notEncrypted
}

extension CognitoEndpointFailure: CustomStringConvertible {
    /// What is wrong, and what would be right.
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
