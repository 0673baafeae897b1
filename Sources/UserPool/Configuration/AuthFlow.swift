/// An authentication flow. Raw values are the API's `AuthFlow` names.
public enum AuthFlow: String, Sendable, Codable, CaseIterable {
    case userSRP = "USER_SRP_AUTH"
    case userPassword = "USER_PASSWORD_AUTH"
    case custom = "CUSTOM_AUTH"
    case user = "USER_AUTH"
    case refreshToken = "REFRESH_TOKEN_AUTH"
    case refreshTokenShort = "REFRESH_TOKEN"
    case adminUserPassword = "ADMIN_USER_PASSWORD_AUTH"
    case adminNoSRP = "ADMIN_NO_SRP_AUTH"

    /// Whether only `AdminInitiateAuth` accepts it.
    var isAdminOnly: Bool { self == .adminUserPassword || self == .adminNoSRP }
    /// Whether `AdminInitiateAuth` accepts it.
    var isForAdmins: Bool { self != .userPassword }
    /// Whether it exchanges a refresh token for new tokens.
    var isRefresh: Bool { self == .refreshToken || self == .refreshTokenShort }
}
