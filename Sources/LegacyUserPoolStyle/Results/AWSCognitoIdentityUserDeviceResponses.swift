import CognitoFlows

/// A page of the signed-in user's devices.
public final class AWSCognitoIdentityUserListDevicesResponse: Sendable {
    /// The devices of the page.
    public let devices: [AWSCognitoIdentityProviderDeviceType]?
    /// The token of the next page; nil on the last page.
    public let paginationToken: String?

    /// Creates the response from the values that a step of the flow shows.
    init(_ step: StyleStep) {
        devices = step.list("devices").compactMap { AWSCognitoIdentityProviderDeviceType(json: $0) }
        paginationToken = step.text("paginationToken")
    }
}

/// A device of the signed-in user.
public final class AWSCognitoIdentityUserGetDeviceResponse: Sendable {
    /// The device.
    public let device: AWSCognitoIdentityProviderDeviceType?

    /// Creates the response from the values that a step of the flow shows.
    init(_ step: StyleStep) {
        device = AWSCognitoIdentityProviderDeviceType(step)
    }
}
