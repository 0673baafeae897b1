import FlowCore

/// Which requests may be sent again when nobody knows whether the service did what the first one asked.
///
/// All others use something up (a session, a code), send a message to the user, count an attempt, or fail when they are done
/// twice: answers to challenges, SignUp, codes and their proofs, ConfirmDevice, VerifySoftwareToken. Also GlobalSignOut, whose
/// access token the first one made useless, and GetTokensFromRefreshToken, whose refresh token may be exchanged.
enum Idempotency {
    /// Operations that read.
    private static let reading: Set<String> = [
        "GetUser", "GetUserAuthFactors", "GetDevice", "ListDevices", "ListWebAuthnCredentials", "AdminGetUser",
        "AdminGetDevice", "AdminListDevices", "AdminListGroupsForUser", "AdminListUserAuthEvents",
    ]
    /// Operations that leave the same behind when they are done twice, and answer the same.
    private static let settling: Set<String> = [
        "RevokeToken", "SetUserMFAPreference", "SetUserSettings", "UpdateDeviceStatus", "AdminSetUserMFAPreference",
        "AdminUpdateDeviceStatus",
    ]
    private static let beginning: Set<String> = ["InitiateAuth", "AdminInitiateAuth"]
    /// Ways to begin a sign-in that send no message, run no challenge Lambda and prove nothing yet; and the refresh, which
    /// leaves the refresh token as it is (pools that exchange it want GetTokensFromRefreshToken).
    private static let harmlessFlows: Set<String> = ["USER_SRP_AUTH", "REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// Whether this request may be sent again.
    static func isIdempotent(_ operation: String, _ body: JSONValue) -> Bool {
        if reading.contains(operation) || settling.contains(operation) { return true }
        guard beginning.contains(operation), body["Session"] == nil else { return false }
        return body["AuthFlow"]?.string.map(harmlessFlows.contains) ?? false
    }
}
