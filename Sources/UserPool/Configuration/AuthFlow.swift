/// How a sign-in begins, by the names of the API's AuthFlow.
public enum AuthFlow: String, Sendable, Codable, CaseIterable {
    case userSRP = "USER_SRP_AUTH"
    case userPassword = "USER_PASSWORD_AUTH"
    case custom = "CUSTOM_AUTH"
    case user = "USER_AUTH"
    case refreshToken = "REFRESH_TOKEN_AUTH"
    case refreshTokenShort = "REFRESH_TOKEN"
    case adminUserPassword = "ADMIN_USER_PASSWORD_AUTH"
    case adminNoSRP = "ADMIN_NO_SRP_AUTH"

    /// Whether it begins with AdminInitiateAuth alone.
    var isAdminOnly: Bool { self == .adminUserPassword || self == .adminNoSRP }
    /// Whether it begins with AdminInitiateAuth at all.
    var isForAdmins: Bool { self != .userPassword }
    /// Whether it makes new tokens of a refresh token.
    var isRefresh: Bool { self == .refreshToken || self == .refreshTokenShort }
}
