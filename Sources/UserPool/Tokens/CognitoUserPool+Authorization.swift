import FlowCore

extension CognitoUserPool {
    /// The user and sign-in of an access token.
    struct Authorization {
        let user: PoolUser
        let clientID: String
        let origin: String
    }

    /// Verifies a request's access token.
    func authorize(_ input: PoolInput) throws(PoolError) -> Authorization {
        try authorize(token: try input.text("AccessToken"))
    }

    /// Verifies an access token: signature, kind, expiry and revocation.
    func authorize(token: String) throws(PoolError) -> Authorization {
        guard let claims = try knownSigners()?.access.claims(token), claims["token_use"]?.string == "access",
            let id = claims["sub"]?.string, let clientID = claims["client_id"]?.string,
            let origin = claims["origin_jti"]?.string, let expiry = claims.seconds("exp"),
            let issued = claims.seconds("iat")
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
    /// Returns a whole number of seconds.
    fileprivate func seconds(_ name: String) -> Int64? {
        guard case .number(let text) = self[name] else { return nil }
        return Int64(text)
    }
}
