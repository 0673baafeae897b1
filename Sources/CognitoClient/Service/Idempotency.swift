import FlowCore

/// Decides which requests are idempotent. A client may retry those without knowing whether the first attempt arrived.
///
/// All other requests use up a session or a code, send a message to the user, count an attempt, or fail the second
/// time. They are answers to challenges, SignUp, requests for codes and their confirmation, ConfirmDevice and
/// VerifySoftwareToken. GlobalSignOut, which invalidates its own access token, and GetTokensFromRefreshToken, which may
/// rotate the refresh token, are not idempotent either.
enum Idempotency {
    /// Operations that only read.
    private static let readOperations: Set<String> = [
        "GetUser", "GetUserAuthFactors", "GetDevice", "ListDevices", "ListWebAuthnCredentials", "AdminGetUser",
        "AdminGetDevice", "AdminListDevices", "AdminListGroupsForUser", "AdminListUserAuthEvents",
    ]
    /// Operations with the same effect and response when repeated.
    private static let repeatableOperations: Set<String> = [
        "RevokeToken", "SetUserMFAPreference", "SetUserSettings", "UpdateDeviceStatus", "AdminSetUserMFAPreference",
        "AdminUpdateDeviceStatus",
    ]
    /// Operations that begin a sign-in. The authentication flow decides.
    private static let signInOperations: Set<String> = ["InitiateAuth", "AdminInitiateAuth"]
    /// Authentication flows that are idempotent. They begin a sign-in without a message, a challenge Lambda or a
    /// proof, or refresh tokens and keep the refresh token. (Pools that rotate it require GetTokensFromRefreshToken.)
    private static let idempotentFlows: Set<String> = ["USER_SRP_AUTH", "REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// Returns whether a request with this operation and input is idempotent.
    static func isIdempotent(_ operation: String, _ body: JSONValue) -> Bool {
        if readOperations.contains(operation) || repeatableOperations.contains(operation) { return true }
        guard signInOperations.contains(operation), body["Session"] == nil else { return false }
        return body["AuthFlow"]?.string.map(idempotentFlows.contains) ?? false
    }
}
