import CognitoFlows

/// A page of the signed-in user's devices.
public final class AWSCognitoIdentityUserListDevicesResponse: Sendable {
    /// The devices of the page.
    public let devices: [AWSCognitoIdentityProviderDeviceType]?
    /// The token of the next page; nil on the last page.
    public let paginationToken: String?

    /// Creates the response from the flow's outcome.
    init(_ outcome: ShippedFlow.Devices.Outcome.Done?) {
        devices = outcome?.devices.compactMap { AWSCognitoIdentityProviderDeviceType(json: $0) }
        paginationToken = outcome?.paginationToken
    }
}

/// A device of the signed-in user.
public final class AWSCognitoIdentityUserGetDeviceResponse: Sendable {
    /// The device.
    public let device: AWSCognitoIdentityProviderDeviceType?

    /// Creates the response from the flow's outcome.
    init(_ outcome: ShippedFlow.Devices.Outcome.Done?) {
        device = outcome.map { AWSCognitoIdentityProviderDeviceType($0) }
    }
}
