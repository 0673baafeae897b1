extension CognitoUserPool {
    /// Operations whose lists of errors have no UserNotFoundException: a token of a user who is gone is not authorised.
    private static let withoutUnknownUser: Set<String> = [
        "AssociateSoftwareToken", "GlobalSignOut", "StartWebAuthnRegistration", "CompleteWebAuthnRegistration",
        "ListWebAuthnCredentials", "DeleteWebAuthnCredential",
    ]

    /// An error as the operation may have it.
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
