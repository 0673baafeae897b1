import FlowCore
import FlowRuntime

extension PoolConfiguration {
    /// The AWS account in the pool's ARN, which is a placeholder.
    private static let account = "000000000000"

    /// Returns the pool's configuration and number of users as the API's type `UserPoolType`.
    func description(userCount: Int) -> JSONValue {
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

    /// Returns the data type of a standard attribute.
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
