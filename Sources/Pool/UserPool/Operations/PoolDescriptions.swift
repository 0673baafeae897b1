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
        if PoolConfiguration.verificationMarks.contains(attribute) { return "Boolean" }
        return attribute == "updated_at" ? "Number" : "String"
    }
}

extension PasswordPolicy {
    /// The validity of a temporary password.
    static let temporaryDays: Int64 = 7
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

/// Describes and lists users.
enum AccountDescriptions {
    static let all: [String: PoolOperation] = [
        "GetUser": .signedIn(getUser),
        "GetUserAuthFactors": .signedIn(getUserAuthFactors),
        "AdminGetUser": .administered(adminGetUser),
        "ListUsers": .administrative(listUsers),
    ]

    /// Implements `GetUser`: describes the signed-in user.
    private static func getUser(_ user: PoolUser, _: PoolInput, _: inout Pool) -> JSONValue {
        .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("UserAttributes", .attributes(user.allAttributes)),
            ] + user.mfaMembers)
    }

    /// Implements `GetUserAuthFactors`: lists the first and second factors of the signed-in user.
    private static func getUserAuthFactors(_ user: PoolUser, _: PoolInput, _ pool: inout Pool) -> JSONValue {
        // The API reports a password only once, with or without SRP.
        let factors = FactorSelection.factors(of: user, pool.configuration).filter { $0 != .passwordSRP }
        return .object(
            [
                JSONMember("Username", .string(user.username)),
                JSONMember("ConfiguredUserAuthFactors", .list(factors.map(\.rawValue))),
            ] + user.mfaMembers)
    }

    /// Implements `AdminGetUser`: describes a user.
    private static func adminGetUser(_ user: PoolUser, _: PoolInput, _: inout Pool) -> JSONValue {
        let attributes = JSONMember("UserAttributes", .attributes(user.allAttributes))
        return .object(user.members(attributes: attributes) + user.mfaMembers)
    }

    /// Implements `ListUsers`: lists a page of the users that match the filter, or of all users without a filter.
    private static func listUsers(_ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let names = input.json["AttributesToGet"] == nil ? nil : try input.texts("AttributesToGet")
        let filter = try UserFilter(try input.optionalText("Filter") ?? "")
        let allUsers = pool.state.accounts.users.values
        let page = try input.page(
            of: allUsers.filter { filter?.matches($0) ?? true }, token: "PaginationToken", by: \.id)
        for name in names ?? [] {
            // As in the service, for an attribute that filters support, only the users on the page need a value
            // (API reference, ListUsers). For any other, all users do.
            let users = UserFilter.names.contains(name) ? Array(page.items) : Array(allUsers)
            guard users.allSatisfy({ $0.allAttributes[name] != nil }) else {
                throw .invalidParameter("Some users have no value for a requested attribute.")
            }
        }
        return page.response("Users") { $0.description(attributes: names) }
    }
}

extension PoolUser {
    /// Returns the user as the API's type `UserType`, with the attributes in `names`, or all if `names` is nil.
    func description(attributes names: [String]? = nil) -> JSONValue {
        let attributes = allAttributes.filter { names?.contains($0.key) ?? true }
        return .object(members(attributes: JSONMember("Attributes", .attributes(attributes))))
    }

    /// Returns the members that all descriptions of a user share, with the member that lists the attributes.
    fileprivate func members(attributes: JSONMember) -> [JSONMember] {
        [
            JSONMember("Username", .string(username)), attributes,
            JSONMember("UserCreateDate", .time(createdAt)), JSONMember("UserLastModifiedDate", .time(modifiedAt)),
            JSONMember("Enabled", .bool(isEnabled)), JSONMember("UserStatus", .string(status.rawValue)),
        ]
    }

    /// The members `PreferredMfaSetting` and `UserMFASettingList`, without those that are empty.
    fileprivate var mfaMembers: [JSONMember] {
        var members: [JSONMember] = []
        if let preferredMFA { members.append(JSONMember("PreferredMfaSetting", .string(preferredMFA.rawValue))) }
        let factors = MFAFactor.allCases.filter(mfa.contains)
        if !factors.isEmpty { members.append(JSONMember("UserMFASettingList", .list(factors.map(\.rawValue)))) }
        return members
    }
}
