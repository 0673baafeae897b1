extension CognitoUserPool {
    /// Operations that report a deleted user's token as unauthorized.
    ///
    /// Their lists of errors do not contain `UserNotFoundException`.
    private static let withoutUnknownUser: Set<String> = [
        "AssociateSoftwareToken", "GlobalSignOut", "StartWebAuthnRegistration", "CompleteWebAuthnRegistration",
        "ListWebAuthnCredentials", "DeleteWebAuthnCredential",
    ]

    /// Maps an error to one that the operation lists.
    static func listed(_ error: PoolError, for operation: String) -> PoolError {
        switch (operation, error.type) {
        case (_, "UserNotFoundException") where withoutUnknownUser.contains(operation):
            .notAuthorized(error.message)
        case ("AdminListDevices", "UserNotFoundException"), ("AdminGetDevice", "UserNotFoundException"):
            .notFound(error.message)
        case ("RevokeToken", "ResourceNotFoundException"), ("RevokeToken", "NotAuthorizedException"):
            PoolError("UnauthorizedException", error.message)
        case ("GetTokensFromRefreshToken", "PasswordResetRequiredException"),
            ("GetTokensFromRefreshToken", "UserNotConfirmedException"):
            .notAuthorized(error.message)
        default: error
        }
    }
}
