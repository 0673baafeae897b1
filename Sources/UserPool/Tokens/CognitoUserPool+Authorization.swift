import FlowCore

extension CognitoUserPool {
    /// The user, app client and sign-in that an access token identifies.
    struct Authorization {
        let user: PoolUser
        let clientID: String
        /// The claim `origin_jti`, which identifies the sign-in.
        let origin: String
    }

    /// Verifies the access token in a request, and returns the user, app client and sign-in that it identifies.
    /// - Throws: an error if the token is missing or invalid, or its user is disabled or deleted.
    func authorize(_ input: PoolInput) throws(PoolError) -> Authorization {
        try authorize(token: try input.text("AccessToken"))
    }

    /// Verifies an access token, and returns the user, app client and sign-in that it identifies.
    /// - Throws: an error if the token is not a valid access token, has expired or was revoked, or its user is disabled
    ///   or deleted.
    func authorize(token: String) throws(PoolError) -> Authorization {
        guard let claims = try existingSigners()?.access.verifiedClaims(of: token),
            claims["token_use"]?.string == "access", let id = claims["sub"]?.string,
            let clientID = claims["client_id"]?.string, let origin = claims["origin_jti"]?.string,
            let expiry = claims.seconds("exp"), let issued = claims.seconds("iat")
        else { throw .notAuthorized("Invalid Access Token") }
        guard expiry > now else { throw .notAuthorized("Access Token has expired") }
        guard let user = state.users[id] else { throw .unknownUser }
        guard user.isEnabled else { throw .disabled }
        guard state.revokedOrigins[origin] == nil, issued >= user.signedOutAt else {
            throw .notAuthorized("Access Token has been revoked")
        }
        return Authorization(user: user, clientID: clientID, origin: origin)
    }
}

extension JSONValue {
    /// Returns a time claim in seconds, or nil if it is missing or not a whole number.
    fileprivate func seconds(_ name: String) -> Int64? {
        guard case .number(let text) = self[name] else { return nil }
        return Int64(text)
    }
}
