import FlowCore
import FlowRuntime

extension PoolClient {
    /// Returns the app client as the API's type `UserPoolClientType`.
    func description(poolID: String) -> JSONValue {
        let units: JSONValue = ["AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "days"]
        var members = [
            JSONMember("UserPoolId", .string(poolID)), JSONMember("ClientId", .string(id)),
            JSONMember("ClientName", .string(id)), JSONMember("ExplicitAuthFlows", .list(Set(flowNames).sorted())),
            JSONMember("AccessTokenValidity", .number(String(tokenMinutes))),
            JSONMember("IdTokenValidity", .number(String(tokenMinutes))),
            JSONMember("RefreshTokenValidity", .number(String(refreshTokenDays))),
            JSONMember("TokenValidityUnits", units), JSONMember("EnableTokenRevocation", true),
            JSONMember("AuthSessionValidity", .number(String(sessionMinutes))),
            JSONMember("PreventUserExistenceErrors", .string(hidesUserExistence ? "ENABLED" : "LEGACY")),
            JSONMember("AllowedOAuthFlowsUserPoolClient", false), JSONMember("RefreshTokenRotation", rotation),
        ]
        if let secret { members.append(JSONMember("ClientSecret", .string(secret))) }
        return .object(members)
    }

    /// The member `RefreshTokenRotation`.
    private var rotation: JSONValue {
        guard rotatesRefreshTokens else { return ["Feature": "DISABLED"] }
        return ["Feature": "ENABLED", "RetryGracePeriodSeconds": .number(String(rotationGraceSeconds))]
    }

    /// The permitted flows by their names in `ExplicitAuthFlows`.
    private var flowNames: [String] {
        authFlows.map { flow in
            switch flow {
            case .refreshToken, .refreshTokenShort: "ALLOW_REFRESH_TOKEN_AUTH"
            case .adminUserPassword, .adminNoSRP: "ALLOW_ADMIN_USER_PASSWORD_AUTH"
            case .userSRP, .userPassword, .custom, .user: "ALLOW_" + flow.rawValue
            }
        }
    }
}
