/// An authentication flow, with the API's `AuthFlow` names as raw values.
public enum AuthFlow: String, Sendable, Codable, CaseIterable {
    case userSRP = "USER_SRP_AUTH"
    case userPassword = "USER_PASSWORD_AUTH"
    case custom = "CUSTOM_AUTH"
    case user = "USER_AUTH"
    case refreshToken = "REFRESH_TOKEN_AUTH"
    case refreshTokenShort = "REFRESH_TOKEN"
    case adminUserPassword = "ADMIN_USER_PASSWORD_AUTH"
    case adminNoSRP = "ADMIN_NO_SRP_AUTH"

    /// Whether only `AdminInitiateAuth` accepts the flow.
    var isAdminOnly: Bool { self == .adminUserPassword || self == .adminNoSRP }
    /// Whether `AdminInitiateAuth` accepts the flow.
    var isForAdmins: Bool { self != .userPassword }
    /// Whether the flow exchanges a refresh token for new tokens.
    var isRefresh: Bool { self == .refreshToken || self == .refreshTokenShort }
}
