import FlowCore

/// Decides which requests are idempotent, so that a client may send them again without knowing whether the first one
/// arrived.
///
/// All others use up a session or a code, send a message to the user, count an attempt, or fail the second time:
/// answers to challenges, SignUp, codes and their proofs, ConfirmDevice, VerifySoftwareToken. Also GlobalSignOut,
/// whose access token the first one invalidates, and GetTokensFromRefreshToken, which may exchange the refresh token.
enum Idempotency {
    /// Operations that only read.
    private static let reading: Set<String> = [
        "GetUser", "GetUserAuthFactors", "GetDevice", "ListDevices", "ListWebAuthnCredentials", "AdminGetUser",
        "AdminGetDevice", "AdminListDevices", "AdminListGroupsForUser", "AdminListUserAuthEvents",
    ]
    /// Operations that have the same effect and the same answer when they are repeated.
    private static let settling: Set<String> = [
        "RevokeToken", "SetUserMFAPreference", "SetUserSettings", "UpdateDeviceStatus", "AdminSetUserMFAPreference",
        "AdminUpdateDeviceStatus",
    ]
    private static let beginning: Set<String> = ["InitiateAuth", "AdminInitiateAuth"]
    /// Flows that start a sign-in without a message, a challenge Lambda or a proof; and the refresh, which leaves the
    /// refresh token as it is (pools that exchange it want GetTokensFromRefreshToken).
    private static let harmlessFlows: Set<String> = ["USER_SRP_AUTH", "REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// Whether a request is idempotent.
    static func isIdempotent(_ operation: String, _ body: JSONValue) -> Bool {
        if reading.contains(operation) || settling.contains(operation) { return true }
        guard beginning.contains(operation), body["Session"] == nil else { return false }
        return body["AuthFlow"]?.string.map(harmlessFlows.contains) ?? false
    }
}
