import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// The signed-in user.
    /// - Throws: ``AuthError/signedOut(_:_:_:)`` if no user is signed in; ``AuthError/service(_:_:_:)`` if the store
    ///   cannot be read.
    public func getCurrentUser() async throws -> AuthUser {
        guard let (username, tokens) = try await kept() else {
            throw AuthError.signedOut("Nobody is signed in", "Call signIn first")
        }
        let claims = TokenClaims(tokens.accessToken)
        return AuthUser(username: claims?["username"] ?? username, userId: claims?["sub"] ?? "")
    }

    /// Fetches whether a user is signed in, and valid tokens. It never affects a pending sign-in.
    /// - Parameter options: whether the tokens are refreshed even if they are still valid.
    /// - Returns: the session. If no user is signed in, the session says so; the call does not throw.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if nothing is configured.
    public func fetchAuthSession(options: AuthFetchSessionRequest.Options? = nil) async throws -> AuthSession {
        switch try await keeper().fresh(anew: options?.forceRefresh == true) {
        case .valid(_, let tokens):
            return AuthSession(
                isSignedIn: true,
                userPoolTokensResult: .success(
                    AuthCognitoTokens(
                        idToken: tokens.idToken ?? "", accessToken: tokens.accessToken,
                        refreshToken: tokens.refreshToken ?? "")))
        case .signedOut:
            let error = AuthError.signedOut("Nobody is signed in", "Call signIn first")
            return AuthSession(isSignedIn: false, userPoolTokensResult: .failure(error))
        case .expired:
            let error = AuthError.sessionExpired("The session has ended", "Sign in again")
            return AuthSession(isSignedIn: true, userPoolTokensResult: .failure(error))
        case .failed(let failure):
            return AuthSession(isSignedIn: true, userPoolTokensResult: .failure(AuthError(failure)))
        }
    }

    /// Signs the user out here, and at the service if reachable.
    /// - Parameter options: whether all devices are signed out.
    /// - Returns: the result; ``AuthSignOutResult/failed(_:)`` if the tokens could not be removed from this device.
    ///   While a sign-in is pending nothing changes (call ``cancelSignIn()`` to end it).
    public func signOut(options: AuthSignOutRequest.Options? = nil) async -> AuthSignOutResult {
        let keeper: SessionKeeper
        do throws(AuthError) {
            keeper = try self.keeper()
        } catch {
            return .failed(error)
        }
        if await content.now.signIn?.runner.step?.presentation != nil {
            return .failed(.invalidState("A sign-in is pending", "Call cancelSignIn, or answer its step"))
        }
        let globalError = options?.globalSignOut == true ? await end(keeper, globally: true) : nil
        let revokeError = await end(keeper, globally: false)
        do throws(AuthError) { try await forgetSignIn() } catch { return .failed(error) }
        guard globalError == nil, revokeError == nil else {
            return .partial(revokeTokenError: revokeError, globalSignOutError: globalError)
        }
        return .complete
    }

    /// The signed-in user, with tokens that may have expired.
    func kept() async throws(AuthError) -> (username: String, tokens: CognitoTokens)? {
        let keeper = try keeper()
        do throws(StyleFailure) { return try await keeper.signedInUser() } catch { throw AuthError(error) }
    }

    /// Removes the signed-in user from this device.
    /// - Throws: the reason why the tokens may still be stored, or why the sealed sign-in can still be resumed.
    func forgetSignIn() async throws(AuthError) {
        if let signIn = content.now.signIn {
            try await signIn.giveUp()
            drop(signIn)
        }
        let keeper = try keeper()
        do throws(StyleFailure) { try await keeper.signOutLocally() } catch { throw AuthError(error) }
    }

    /// Ends sessions at the service; returns the error if they may remain.
    private func end(_ keeper: SessionKeeper, globally: Bool) async -> AuthError? {
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
