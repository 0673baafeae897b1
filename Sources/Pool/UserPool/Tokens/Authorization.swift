import FlowCore

/// The user and app client that an access token identifies.
struct Authorization {
    let user: PoolUser
    let clientID: String
}

extension Pool {
    /// Verifies the access token in a request, and returns the user and app client that it identifies.
    /// - Throws: an error if the token is missing, is not a valid access token, has expired or was revoked, or its user
    ///   is disabled or deleted, or must reset the password.
    mutating func authorize(_ input: PoolInput) throws(PoolError) -> Authorization {
        let token = try input.text("AccessToken")
        guard let claims = try accessClaims(of: token),
            claims["token_use"]?.string == "access", let id = claims["sub"]?.string,
            let clientID = claims["client_id"]?.string, let origin = claims["origin_jti"]?.string,
            let expiry = claims.seconds("exp"), let issued = claims.seconds("iat")
        else { throw .notAuthorized("Invalid Access Token") }
        guard expiry > now else { throw .notAuthorized("Access Token has expired") }
        guard let user = state.accounts[id] else { throw .unknownUser }
        guard user.isEnabled else { throw .disabled }
        guard !state.grants.isRevoked(origin: origin), issued >= user.signedOutAt else {
            throw .notAuthorized("Access Token has been revoked")
        }
        guard user.status != .mustResetPassword else { throw .resetRequired }
        return Authorization(user: user, clientID: clientID)
    }

    // MARK: Signers

    /// Returns the token signers, after generating and storing missing keys. Generating keys is slow, so keys that
    /// could not be stored are used again by the next call.
    mutating func makeSigners() throws(PoolError) -> (access: TokenSigner, identity: TokenSigner) {
        let access = try keys.access.signer(stored: state.signingKey)
        let identity = try keys.identity.signer(stored: state.identitySigningKey)
        if state.signingKey == nil || state.identitySigningKey == nil {
            state.signingKey = access.pem
            state.identitySigningKey = identity.pem
        }
        return (access, identity)
    }

    /// Returns the claims of an access token, or nil if the pool did not sign it with its key of access tokens.
    mutating func accessClaims(of token: String) throws(PoolError) -> JSONValue? {
        // Without a stored or configured key, no token was ever issued.
        guard keys.access.exists(stored: state.signingKey) else { return nil }
        return try keys.access.signer(stored: state.signingKey).verifiedClaims(of: token)
    }

    /// Returns whether the pool signed a token with either key.
    mutating func didSign(_ token: String) throws(PoolError) -> Bool {
        if try accessClaims(of: token) != nil { return true }
        guard keys.identity.exists(stored: state.identitySigningKey) else { return false }
        return try keys.identity.signer(stored: state.identitySigningKey).verifiedClaims(of: token) != nil
    }
}

extension JSONValue {
    /// Returns a time claim in seconds, or nil if it is missing or not a whole number.
    fileprivate func seconds(_ name: String) -> Int64? {
        guard case .number(let text) = self[name] else { return nil }
        return Int64(text)
    }
}
