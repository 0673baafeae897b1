/// Describes the device to the service's threat protection, as `EncodedData` in a request's `UserContextData`.
public protocol SecurityContextProvider: Sendable {
    /// Returns the description for a user's request.
    /// - Parameter username: the user name in the request.
    /// - Returns: the description, or nil to send none.
    func encodedData(for username: String) async -> String?
}
