import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import UserPool

/// Right requests of every operation, for a pool with ana in it.
struct RequestForge {
    let bench: PoolBench
    let tokens: PoolBench.Tokens

    init(_ bench: PoolBench) async throws {
        self.bench = bench
        tokens = try await bench.tokens()
    }

    /// A request with all that the operation knows.
    func request(_ operation: String) -> JSONValue {
        var members = Self.own[operation] ?? []
        let isForAdmins = CognitoUserPool.administratorOperationNames.contains(operation)
        if isForAdmins { members.append(("UserPoolId", .string(bench.pool.configuration.poolID))) }
        if Self.clientOperations.contains(operation) { members.append(("ClientId", "app-client")) }
        if !isForAdmins, !Self.clientOperations.contains(operation) {
            members.append(("AccessToken", .string(tokens.access)))
        }
        let device = tokens.device ?? ""
        if operation.hasSuffix("Device") || operation.hasSuffix("UpdateDeviceStatus") {
            members.append(("DeviceKey", .string(device)))
        }
        if operation == "RevokeToken" { members.append(("Token", .string(tokens.refresh))) }
        if operation == "GetTokensFromRefreshToken" { members.append(("RefreshToken", .string(tokens.refresh))) }
        return .object(members.map { JSONMember($0.0, $0.1) })
    }

    private static let clientOperations: Set<String> = [
        "InitiateAuth", "AdminInitiateAuth", "RespondToAuthChallenge", "AdminRespondToAuthChallenge", "SignUp",
        "ConfirmSignUp", "ResendConfirmationCode", "ForgotPassword", "ConfirmForgotPassword", "RevokeToken",
        "GetTokensFromRefreshToken", "DescribeUserPoolClient",
    ]

    private static let signIn: JSONValue = ["USERNAME": "ana", "PASSWORD": "wrong", "SRP_A": "ABC", "DEVICE_KEY": "d"]
    private static let answer: JSONValue = ["USERNAME": "ana", "ANSWER": "PASSWORD", "PASSWORD": "wrong"]
    private static let attributes: JSONValue = [["Name": "name", "Value": "Ana"]]
    private static let enabled: JSONValue = ["Enabled": true, "PreferredMfa": true]

    private static let own: [String: [(String, JSONValue)]] = [
        "InitiateAuth": [("AuthFlow", "USER_AUTH"), ("AuthParameters", signIn), ("ClientMetadata", ["a": "b"])],
        "AdminInitiateAuth": [("AuthFlow", "ADMIN_USER_PASSWORD_AUTH"), ("AuthParameters", signIn)],
        "RespondToAuthChallenge": [
            ("ChallengeName", "SELECT_CHALLENGE"), ("ChallengeResponses", answer), ("Session", "session-0123456789"),
        ],
        "AdminRespondToAuthChallenge": [("ChallengeName", "SELECT_CHALLENGE"), ("ChallengeResponses", answer)],
        "VerifySoftwareToken": [("UserCode", "123456"), ("FriendlyDeviceName", "phone")],
        "SignUp": [
            ("Username", "eve"), ("Password", "Ev3-Passw0rd"),
            ("UserAttributes", [["Name": "email", "Value": "eve@example.com"]]),
        ],
        "ConfirmSignUp": [("Username", "eve"), ("ConfirmationCode", "123456"), ("ForceAliasCreation", true)],
        "ResendConfirmationCode": [("Username", "eve")],
        "ForgotPassword": [("Username", "ana")],
        "ConfirmForgotPassword": [
            ("Username", "ana"), ("ConfirmationCode", "123456"), ("Password", "N3w-Passw0rd"),
        ],
        "ChangePassword": [("PreviousPassword", "wrong"), ("ProposedPassword", "N3w-Passw0rd")],
        "UpdateUserAttributes": [("UserAttributes", attributes)],
        "DeleteUserAttributes": [("UserAttributeNames", ["name"])],
        "GetUserAttributeVerificationCode": [("AttributeName", "email")],
        "VerifyUserAttribute": [("AttributeName", "email"), ("Code", "123456")],
        "SetUserMFAPreference": [("SMSMfaSettings", enabled), ("EmailMfaSettings", ["Enabled": true])],
        "SetUserSettings": [("MFAOptions", [["DeliveryMedium": "SMS", "AttributeName": "phone_number"]])],
        "ConfirmDevice": [
            ("DeviceSecretVerifierConfig", ["PasswordVerifier": "AQID", "Salt": "AQID"]), ("DeviceName", "phone"),
        ],
        "UpdateDeviceStatus": [("DeviceRememberedStatus", "remembered")],
        "CompleteWebAuthnRegistration": [("Credential", ["id": "x", "type": "public-key", "response": [:]])],
        "DeleteWebAuthnCredential": [("CredentialId", "x")],
        "AdminCreateUser": [("Username", "new"), ("UserAttributes", attributes), ("MessageAction", "SUPPRESS")],
        "AdminGetUser": [("Username", "ana")], "AdminConfirmSignUp": [("Username", "eve")],
        "AdminSetUserPassword": [("Username", "bob"), ("Password", "N3w-Passw0rd"), ("Permanent", true)],
        "AdminResetUserPassword": [("Username", "bob")],
        "AdminUpdateUserAttributes": [("Username", "ana"), ("UserAttributes", attributes)],
        "AdminSetUserMFAPreference": [("Username", "ana"), ("SMSMfaSettings", enabled)],
        "AdminEnableUser": [("Username", "ana")], "AdminDisableUser": [("Username", "bob")],
        "AdminUserGlobalSignOut": [("Username", "bob")], "AdminDeleteUser": [("Username", "bob")],
        "ListUsers": [
            ("Filter", "email ^= \"ana\""), ("Limit", .number("5")), ("PaginationToken", "0"),
            ("AttributesToGet", ["email"]),
        ],
        "CreateGroup": [
            ("GroupName", "staff"), ("Description", "who works here"), ("Precedence", .number("1")),
            ("RoleArn", "arn:aws:iam::123456789012:role/staff"),
        ],
        "UpdateGroup": [("GroupName", "staff"), ("Description", "who works here"), ("Precedence", .number("2"))],
        "GetGroup": [("GroupName", "staff")], "DeleteGroup": [("GroupName", "staff")],
        "ListGroups": [("Limit", .number("5")), ("NextToken", "a")],
        "ListUsersInGroup": [("GroupName", "staff"), ("Limit", .number("5")), ("NextToken", "a")],
        "AdminAddUserToGroup": [("Username", "ana"), ("GroupName", "staff")],
        "AdminRemoveUserFromGroup": [("Username", "ana"), ("GroupName", "staff")],
        "AdminListGroupsForUser": [("Username", "ana"), ("Limit", .number("5"))],
        "AdminListDevices": [("Username", "ana"), ("Limit", .number("5"))], "AdminGetDevice": [("Username", "ana")],
        "AdminForgetDevice": [("Username", "ana")],
        "AdminUpdateDeviceStatus": [("Username", "ana"), ("DeviceRememberedStatus", "remembered")],
    ]

    /// A value of another kind, or one of the same kind that is odd.
    static func odd(_ random: inout Seeded) -> JSONValue {
        let values: [JSONValue] = [
            .null, true, false, .number("0"), .number("-1"), .number("1e999"), .string(""), .string("\u{0}"),
            .string("👩‍👩‍👧"), .string("../../x"), .string(String(repeating: "x", count: 200)), .string("ana"), .array([]),
            .array([.null]), .object([]), .object([JSONMember("", .null)]), .object([JSONMember("Name", "sub")]),
            .array([["Name": "email", "Value": "a@b"]]), .string("PASSWORD_VERIFIER"), .string("USER_SRP_AUTH"),
        ]
        return values[random.below(values.count)]
    }

    /// The value with one thing changed somewhere.
    static func mutate(_ value: JSONValue, _ random: inout Seeded) -> JSONValue {
        guard var members = value.members, !members.isEmpty, !random.chance(5) else { return odd(&random) }
        let index = random.below(members.count)
        switch random.below(5) {
        case 0: members.remove(at: index)
        case 1: members[index].value = odd(&random)
        case 2: members.append(JSONMember(members[index].name, odd(&random)))
        case 3: members.insert(JSONMember(random.one(of: "Session", "SecretHash", "x"), odd(&random)), at: index)
        default: members[index].value = mutate(members[index].value, &random)
        }
        return .object(members)
    }
}
