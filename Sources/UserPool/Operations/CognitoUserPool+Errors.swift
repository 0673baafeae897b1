extension CognitoUserPool {
    /// The operations whose documented errors do not include `UserNotFoundException`.
    ///
    /// They reject the token of a deleted user as unauthorized.
    private static let withoutUnknownUser: Set<String> = [
        "AssociateSoftwareToken", "GlobalSignOut", "StartWebAuthnRegistration", "CompleteWebAuthnRegistration",
        "ListWebAuthnCredentials", "DeleteWebAuthnCredential",
    ]

    /// Returns the error that an operation reports in place of `error`, so that clients receive only documented errors
    /// (API reference). A documented error is returned unchanged.
    static func documentedError(for error: PoolError, of operation: String) -> PoolError {
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
