/// Tells the service's threat protection of the device, as `EncodedData` of a request's `UserContextData`.
public protocol SecurityContextProvider: Sendable {
    /// The text for a user's request.
    /// - Parameter username: the user name that the request carries.
    /// - Returns: the text; nil if the request shall go without.
    func encodedData(for username: String) async -> String?
}
