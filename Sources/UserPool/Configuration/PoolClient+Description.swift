import FlowCore
import FlowRuntime

extension PoolClient {
    /// The client as DescribeUserPoolClient tells it.
    func description(poolID: String) -> WireValue {
        let units: WireValue = ["AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "days"]
        var members = [
            WireMember("UserPoolId", .string(poolID)), WireMember("ClientId", .string(id)),
            WireMember("ClientName", .string(id)), WireMember("ExplicitAuthFlows", .list(Set(flowNames).sorted())),
            WireMember("AccessTokenValidity", .number(String(tokenMinutes))),
            WireMember("IdTokenValidity", .number(String(tokenMinutes))),
            WireMember("RefreshTokenValidity", .number(String(refreshTokenDays))),
            WireMember("TokenValidityUnits", units), WireMember("EnableTokenRevocation", true),
            WireMember("AuthSessionValidity", .number(String(sessionMinutes))),
            WireMember("PreventUserExistenceErrors", .string(hidesUserExistence ? "ENABLED" : "LEGACY")),
            WireMember("AllowedOAuthFlowsUserPoolClient", false), WireMember("RefreshTokenRotation", rotation),
        ]
        if let secret { members.append(WireMember("ClientSecret", .string(secret))) }
        return .object(members)
    }

    private var rotation: WireValue {
        guard rotatesRefreshTokens else { return ["Feature": "DISABLED"] }
        return ["Feature": "ENABLED", "RetryGracePeriodSeconds": .number(String(rotationGraceSeconds))]
    }

    /// The flows by the names that the set-up of a client has for them.
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
