import CognitoFlows
import CognitoHandlers

extension AuthCategory {
    /// Returns the signed-in user, as the stored access token describes them.
    ///
    /// It sends no request. The token may have expired.
    /// - Throws: ``AuthError/signedOut(_:_:_:)`` if no user is signed in; ``AuthError/service(_:_:_:)`` if the store
    ///   cannot be read.
    public func getCurrentUser() async throws -> AuthUser {
        guard let (username, tokens) = try await storedUser() else {
            throw AuthError.signedOut("No user is signed in", "Call signIn first")
        }
        let claims = TokenClaims(tokens.accessToken)
        return AuthUser(username: claims?.username ?? username, userId: claims?.subject ?? "")
    }

    /// Fetches the current session, with valid tokens if a user is signed in. It does not affect a pending sign-in.
    /// - Parameter options: whether to refresh the tokens even if they are still valid.
    /// - Returns: the session. It contains an error instead of tokens if no user is signed in, or if refreshing fails.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if no user pool is configured.
    public func fetchAuthSession(options: AuthFetchSessionRequest.Options? = nil) async throws -> AuthSession {
        switch try await tokenKeeper().freshTokens(isForced: options?.forceRefresh == true) {
        case .valid(_, let tokens):
            let userPoolTokens = AuthCognitoTokens(
                idToken: tokens.idToken ?? "", accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? "")
            return AuthSession(isSignedIn: true, userPoolTokensResult: .success(userPoolTokens))
        case .signedOut:
            let error = AuthError.signedOut("No user is signed in", "Call signIn first")
            return AuthSession(isSignedIn: false, userPoolTokensResult: .failure(error))
        case .expired:
            let error = AuthError.sessionExpired("The session has expired", "Sign in again")
            return AuthSession(isSignedIn: true, userPoolTokensResult: .failure(error))
        case .failed(let failure):
            return AuthSession(isSignedIn: true, userPoolTokensResult: .failure(AuthError(failure)))
        }
    }

    /// Signs the user out on this device and, if the service can be reached, at the service.
    /// - Parameter options: whether to sign the user out on all devices.
    /// - Returns: the result. It is ``AuthSignOutResult/failed(_:)`` if the tokens could not be removed from this
    ///   device, or if a sign-in is pending. To end a pending sign-in, call ``cancelSignIn()``.
    public func signOut(options: AuthSignOutRequest.Options? = nil) async -> AuthSignOutResult {
        let keeper: SessionKeeper
        do throws(AuthError) {
            keeper = try tokenKeeper()
        } catch {
            return .failed(error)
        }
        if await content.now.signIn?.pendingStep != nil {
            return .failed(.invalidState("A sign-in is pending", "Call cancelSignIn, or answer its step"))
        }
        let globalError = options?.globalSignOut == true ? await endSessions(keeper, globally: true) : nil
        let revokeError = await endSessions(keeper, globally: false)
        do throws(AuthError) { try await forgetSignIn() } catch { return .failed(error) }
        guard globalError == nil, revokeError == nil else {
            return .partial(revokeTokenError: revokeError, globalSignOutError: globalError)
        }
        return .complete
    }

    /// Returns the signed-in user and their tokens, which may have expired, or nil if no user is signed in.
    /// - Throws: ``AuthError`` if the store cannot be read, or if no app is configured.
    func storedUser() async throws(AuthError) -> (username: String, tokens: CognitoTokens)? {
        let keeper = try tokenKeeper()
        do throws(StyleFailure) { return try await keeper.signedInUser() } catch { throw AuthError(error) }
    }

    /// Cancels the current sign-in, and removes the signed-in user's tokens from this device.
    /// - Throws: ``AuthError`` if the tokens may still be stored, or if the sealed sign-in may still be resumed.
    func forgetSignIn() async throws(AuthError) {
        if let signIn = content.now.signIn {
            try await signIn.cancel()
            remove(signIn)
        }
        let keeper = try tokenKeeper()
        do throws(StyleFailure) { try await keeper.signOutLocally() } catch { throw AuthError(error) }
    }

    /// Ends all sessions of the user at the service, or only the session of this device.
    /// - Returns: the error, or nil if the sessions have ended or if no user is signed in.
    private func endSessions(_ keeper: SessionKeeper, globally: Bool) async -> AuthError? {
        do throws(StyleFailure) {
            if let tokens = try await keeper.tokensToEnd(globally: globally) {
                try await keeper.endSessions(of: tokens, globally: globally)
            }
            return nil
        } catch {
            return AuthError(error)
        }
    }
}
