import FlowCore

extension CognitoUserPool {
    /// Whose access token a request has.
    struct Authorization {
        let user: PoolUser
        let clientID: String
        let origin: String
    }

    /// Checks the access token of a request.
    func authorize(_ input: PoolInput) throws(PoolError) -> Authorization {
        try authorize(token: try input.text("AccessToken"))
    }

    /// Checks an access token: signature, kind, time, and whether it was revoked.
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
    /// A whole number of seconds.
    fileprivate func seconds(_ name: String) -> Int64? {
        guard case .number(let text) = self[name] else { return nil }
        return Int64(text)
    }
}
