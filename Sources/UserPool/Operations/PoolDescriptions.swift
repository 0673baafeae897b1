import FlowCore
import FlowRuntime

/// Describes the pool and its app clients.
enum PoolDescriptions {
    static let all: [String: PoolOperation] = [
        "DescribeUserPool": .administrative { _, pool in
            ["UserPool": pool.configuration.description(userCount: pool.state.accounts.users.count)]
        },
        // As in the service, the description includes the app client's secret.
        "DescribeUserPoolClient": .administrative { input, pool throws(PoolError) in
            let client = try pool.configuration.appClient(in: input)
            return ["UserPoolClient": client.description(poolID: pool.configuration.poolID)]
        },
    ]
}

extension PoolConfiguration {
    /// The AWS account in the pool's ARN, which is a placeholder.
    private static let account = "000000000000"

    /// Returns the pool's configuration and number of users as the API's type `UserPoolType`.
    fileprivate func description(userCount: Int) -> JSONValue {
        var members = [
            JSONMember("Id", .string(poolID)), JSONMember("Name", .string(poolName)),
            JSONMember("Arn", .string("arn:aws:cognito-idp:\(region):\(Self.account):userpool/\(poolID)")),
            JSONMember("Policies", policies), JSONMember("DeletionProtection", "INACTIVE"),
            JSONMember("LambdaConfig", .object([])), JSONMember("SchemaAttributes", .array(schema)),
            JSONMember("MfaConfiguration", .string(mfa.rawValue)), JSONMember("UserPoolTier", "ESSENTIALS"),
            JSONMember("EstimatedNumberOfUsers", .number(String(userCount))),
            JSONMember("UsernameConfiguration", ["CaseSensitive": true]),
            JSONMember("AdminCreateUserConfig", Self.invitations),
        ]
        let lists = [
            ("AutoVerifiedAttributes", verifiedAttributes), ("AliasAttributes", aliasAttributes.sorted()),
            ("UsernameAttributes", usernameAttributes.sorted()),
        ]
        for (name, items) in lists where !items.isEmpty { members.append(JSONMember(name, .list(items))) }
        if devices != .off { members.append(JSONMember("DeviceConfiguration", tracking)) }
        return .object(members)
    }

    /// The member `AdminCreateUserConfig`.
    private static let invitations: JSONValue = [
        "AllowAdminCreateUserOnly": false, "UnusedAccountValidityDays": .number(String(PasswordPolicy.temporaryDays)),
    ]

    /// The member `DeviceConfiguration`.
    private var tracking: JSONValue {
        ["ChallengeRequiredOnNewDevice": true, "DeviceOnlyRememberedOnUserPrompt": .bool(devices == .optional)]
    }

    /// The member `Policies`.
    private var policies: JSONValue {
        // The API lists a password only once, with or without SRP.
        let factors = firstFactors.filter { !$0.isPassword }.map(\.rawValue)
        let password = firstFactors.contains(where: \.isPassword) ? [FirstFactor.password.rawValue] : []
        return [
            "PasswordPolicy": passwordPolicy.description,
            "SignInPolicy": ["AllowedFirstAuthFactors": .list(password + factors)],
        ]
    }

    /// The member `SchemaAttributes`.
    private var schema: [JSONValue] {
        Self.standardAttributes.union(["sub"]).sorted().map { name in
            let isRequired = name == "sub" || requiredAttributes.contains(name)
            return [
                "Name": .string(name), "AttributeDataType": .string(Self.dataType(of: name)),
                "DeveloperOnlyAttribute": false, "Mutable": .bool(name != "sub"), "Required": .bool(isRequired),
            ]
        }
    }

    /// Returns the type of a standard attribute in the pool's schema.
    private static func dataType(of attribute: String) -> String {
        if attribute.hasSuffix("_verified") { return "Boolean" }
        return attribute == "updated_at" ? "Number" : "String"
    }
}

extension PasswordPolicy {
    /// The validity of a temporary password in days.
    static let temporaryDays: Int64 = 7
    /// The validity of a temporary password in seconds.
    static let temporarySeconds: Int64 = temporaryDays * 86_400

    /// The policy as the API's type `PasswordPolicyType`.
    fileprivate var description: JSONValue {
        [
            "MinimumLength": .number(String(minimumLength)), "RequireLowercase": .bool(needsLowercase),
            "RequireUppercase": .bool(needsUppercase), "RequireNumbers": .bool(needsNumber),
            "RequireSymbols": .bool(needsSymbol), "TemporaryPasswordValidityDays": .number(String(Self.temporaryDays)),
        ]
    }
}

extension PoolClient {
    /// Returns the app client as the API's type `UserPoolClientType`.
    fileprivate func description(poolID: String) -> JSONValue {
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
