import Crypto
public import FlowCore
import FlowRuntime

/// Describes the device to the service's threat protection, as `EncodedData` in a request's `UserContextData`.
public protocol SecurityContextProvider: Sendable {
    /// Returns the description for a user's request.
    /// - Parameter username: the user name in the request.
    /// - Returns: the description, or nil to send none.
    func encodedData(for username: String) async -> String?
}

/// A device description in the format of Amplify for Swift: base64 of a JSON object with `payload`, `version` and
/// `signature`. The payload is JSON text, signed with HMAC-SHA256 under the app client's id.
public struct DeviceSecurityContext: SecurityContextProvider, Redacted {
    private static let version = "IOS20171114"

    private let poolID: String
    private let clientID: String
    private let now: @Sendable () -> Int64
    private let device: @Sendable (String) async -> [String: String]?

    /// Creates a provider that describes this device.
    /// - Parameters:
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - now: returns the time in seconds since 1970 (UTC).
    ///   - device: returns the device's properties for a user name, under Amplify's keys: `ApplicationName`,
    ///     `ApplicationTargetSdk`, `ApplicationVersion`, `DeviceFingerprint`, `DeviceName`, `BuildType`,
    ///     `DeviceOsReleaseVersion`, `DeviceId`, `ThirdPartyDeviceId`, `Platform`, `ClientTimezone` (`+02:00`),
    ///     `ScreenHeightPixels`, `ScreenWidthPixels`, `DeviceLanguage`, `PhoneType`. If it returns nil, no description
    ///     is sent.
    public init(
        poolID: String, clientID: String, now: @escaping @Sendable () -> Int64 = CognitoSettings.systemTime,
        device: @escaping @Sendable (String) async -> [String: String]?
    ) {
        self.poolID = poolID
        self.clientID = clientID
        self.now = now
        self.device = device
    }

    /// Returns the signed description in base64, or nil if the host supplies no properties.
    public func encodedData(for username: String) async -> String? {
        guard let properties = await device(username) else { return nil }
        let members = properties.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }
        // The host's clock may return any number, which must not trap.
        let milliseconds = now() &* 1000
        let payload: JSONValue = [
            "contextData": .object(members), "username": .string(username), "userPoolId": .string(poolID),
            "timestamp": .string("\(milliseconds)"),
        ]
        let payloadText = payload.jsonText
        let signature = HMAC<SHA256>.authenticationCode(
            for: Array((Self.version + payloadText).utf8), using: SymmetricKey(data: Array(clientID.utf8)))
        let signed: JSONValue = [
            "payload": .string(payloadText), "version": .string(Self.version),
            "signature": .string(Base64.text(signature)),
        ]
        return Base64.text(signed.jsonText.utf8)
    }
}
