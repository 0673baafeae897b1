import FlowCore

extension CognitoUserPool {
    /// Performs an API operation, and returns its response.
    typealias Operation = @Sendable (CognitoUserPool, PoolInput) async throws(PoolError) -> JSONValue

    /// The names of the API operations that the pool implements, sorted.
    public static var operationNames: [String] { operations.keys.sorted() }

    /// The implementation of each API operation by name.
    static let operations: [String: Operation] = signInOperations.merging(accountOperations) { $1 }
        .merging(selfServiceOperations) { $1 }.merging(adminOperations) { $1 }.merging(directoryOperations) { $1 }

    /// The names of the operations for administrators, which must be signed with AWS credentials.
    public static let administratorOperationNames: Set<String> = Set(directoryOperations.keys)
        .union(operations.keys.filter { $0.hasPrefix("Admin") })

    private static let signInOperations: [String: Operation] = [
        "InitiateAuth": { pool, input throws(PoolError) in try await pool.initiateAuth(input, isAdmin: false) },
        "AdminInitiateAuth": { pool, input throws(PoolError) in try await pool.initiateAuth(input, isAdmin: true) },
        "RespondToAuthChallenge": { pool, input throws(PoolError) in
            try await pool.respondToChallenge(input, isAdmin: false)
        },
        "AdminRespondToAuthChallenge": { pool, input throws(PoolError) in
            try await pool.respondToChallenge(input, isAdmin: true)
        },
        "AssociateSoftwareToken": { pool, input throws(PoolError) in try await pool.associateSoftwareToken(input) },
        "VerifySoftwareToken": { pool, input throws(PoolError) in try await pool.verifySoftwareToken(input) },
        "GetTokensFromRefreshToken": { pool, input throws(PoolError) in try await pool.getTokens(input) },
        "RevokeToken": { pool, input throws(PoolError) in try await pool.revokeToken(input) },
        "GlobalSignOut": { pool, input throws(PoolError) in try await pool.globalSignOut(input) },
    ]

    private static let accountOperations: [String: Operation] = [
        "SignUp": { pool, input throws(PoolError) in try await pool.signUp(input) },
        "ConfirmSignUp": { pool, input throws(PoolError) in try await pool.confirmSignUp(input) },
        "ResendConfirmationCode": { pool, input throws(PoolError) in try await pool.resendConfirmationCode(input) },
        "ForgotPassword": { pool, input throws(PoolError) in try await pool.forgotPassword(input) },
        "ConfirmForgotPassword": { pool, input throws(PoolError) in try await pool.confirmForgotPassword(input) },
    ]

    private static let selfServiceOperations: [String: Operation] = [
        "ChangePassword": { pool, input throws(PoolError) in try await pool.changePassword(input) },
        "GetUser": { pool, input throws(PoolError) in try await pool.getUser(input) },
        "GetUserAuthFactors": { pool, input throws(PoolError) in try await pool.getUserAuthFactors(input) },
        "UpdateUserAttributes": { pool, input throws(PoolError) in try await pool.updateUserAttributes(input) },
        "DeleteUserAttributes": { pool, input throws(PoolError) in try await pool.deleteUserAttributes(input) },
        "GetUserAttributeVerificationCode": { pool, input throws(PoolError) in
            try await pool.getUserAttributeVerificationCode(input)
        },
        "VerifyUserAttribute": { pool, input throws(PoolError) in try await pool.verifyUserAttribute(input) },
        "SetUserMFAPreference": { pool, input throws(PoolError) in try await pool.setUserMFAPreference(input) },
        "SetUserSettings": { pool, input throws(PoolError) in try await pool.setUserSettings(input) },
        "ConfirmDevice": { pool, input throws(PoolError) in try await pool.confirmDevice(input) },
        "UpdateDeviceStatus": { pool, input throws(PoolError) in try await pool.updateDeviceStatus(input) },
        "GetDevice": { pool, input throws(PoolError) in try await pool.getDevice(input) },
        "ListDevices": { pool, input throws(PoolError) in try await pool.listDevices(input) },
        "ForgetDevice": { pool, input throws(PoolError) in try await pool.forgetDevice(input) },
        "StartWebAuthnRegistration": { pool, input throws(PoolError) in
            try await pool.startWebAuthnRegistration(input)
        },
        "CompleteWebAuthnRegistration": { pool, input throws(PoolError) in
            try await pool.completeWebAuthnRegistration(input)
        },
        "ListWebAuthnCredentials": { pool, input throws(PoolError) in try await pool.listWebAuthnCredentials(input) },
        "DeleteWebAuthnCredential": { pool, input throws(PoolError) in try await pool.deleteWebAuthnCredential(input) },
        "DeleteUser": { pool, input throws(PoolError) in try await pool.deleteUser(input) },
    ]

    private static let adminOperations: [String: Operation] = [
        "AdminCreateUser": { pool, input throws(PoolError) in try await pool.adminCreateUser(input) },
        "AdminGetUser": { pool, input throws(PoolError) in try await pool.adminGetUser(input) },
        "AdminConfirmSignUp": { pool, input throws(PoolError) in try await pool.adminConfirmSignUp(input) },
        "AdminSetUserPassword": { pool, input throws(PoolError) in try await pool.adminSetUserPassword(input) },
        "AdminResetUserPassword": { pool, input throws(PoolError) in try await pool.adminResetUserPassword(input) },
        "AdminUpdateUserAttributes": { pool, input throws(PoolError) in
            try await pool.adminUpdateUserAttributes(input)
        },
        "AdminSetUserMFAPreference": { pool, input throws(PoolError) in
            try await pool.adminSetUserMFAPreference(input)
        },
        "AdminEnableUser": { pool, input throws(PoolError) in
            try await pool.adminSetUserEnabled(input, isEnabled: true)
        },
        "AdminDisableUser": { pool, input throws(PoolError) in
            try await pool.adminSetUserEnabled(input, isEnabled: false)
        },
        "AdminUserGlobalSignOut": { pool, input throws(PoolError) in try await pool.adminUserGlobalSignOut(input) },
        "AdminDeleteUser": { pool, input throws(PoolError) in try await pool.adminDeleteUser(input) },
        "AdminAddUserToGroup": { pool, input throws(PoolError) in try await pool.adminAddUserToGroup(input) },
        "AdminRemoveUserFromGroup": { pool, input throws(PoolError) in try await pool.adminRemoveUserFromGroup(input) },
        "AdminListGroupsForUser": { pool, input throws(PoolError) in try await pool.adminListGroupsForUser(input) },
        "AdminListDevices": { pool, input throws(PoolError) in try await pool.adminListDevices(input) },
        "AdminGetDevice": { pool, input throws(PoolError) in try await pool.adminGetDevice(input) },
        "AdminUpdateDeviceStatus": { pool, input throws(PoolError) in try await pool.adminUpdateDeviceStatus(input) },
        "AdminForgetDevice": { pool, input throws(PoolError) in try await pool.adminForgetDevice(input) },
    ]

    /// The operations for administrators whose names do not start with `Admin`.
    private static let directoryOperations: [String: Operation] = [
        "DescribeUserPool": { pool, input throws(PoolError) in try await pool.describeUserPool(input) },
        "DescribeUserPoolClient": { pool, input throws(PoolError) in try await pool.describeUserPoolClient(input) },
        "ListUsers": { pool, input throws(PoolError) in try await pool.listUsers(input) },
        "ListUsersInGroup": { pool, input throws(PoolError) in try await pool.listUsersInGroup(input) },
        "CreateGroup": { pool, input throws(PoolError) in try await pool.createGroup(input) },
        "GetGroup": { pool, input throws(PoolError) in try await pool.getGroup(input) },
        "UpdateGroup": { pool, input throws(PoolError) in try await pool.updateGroup(input) },
        "DeleteGroup": { pool, input throws(PoolError) in try await pool.deleteGroup(input) },
        "ListGroups": { pool, input throws(PoolError) in try await pool.listGroups(input) },
    ]
}
