import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Who is signed in.
    /// - Throws: ``AuthError/signedOut(_:_:_:)`` if nobody is; ``AuthError/service(_:_:_:)`` if the store cannot be read.
    public func getCurrentUser() async throws -> AuthUser {
        guard let (username, tokens) = try await kept() else {
            throw AuthError.signedOut("Nobody is signed in", "Call signIn first")
        }
        let claims = TokenClaims(tokens.accessToken)
        return AuthUser(username: claims?["username"] ?? username, userId: claims?["sub"] ?? "")
    }

    /// Whether somebody is signed in, with tokens that can be used. It never touches a pending sign-in.
    /// - Parameter options: whether the tokens are refreshed even if they can still be used.
    /// - Returns: the session; that nobody is signed in is no error of the call.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` where nothing is configured.
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

    /// Signs the user out: on this device in any case, and at the service as far as it can be reached.
    /// - Parameter options: whether all devices are signed out.
    /// - Returns: what came of it; ``AuthSignOutResult/failed(_:)`` where the tokens could not be removed from this device. While a
    ///   sign-in is pending nothing changes (``cancelSignIn()`` ends it).
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

    /// Who is signed in, with tokens that may be too old.
    func kept() async throws(AuthError) -> (username: String, tokens: CognitoTokens)? {
        let keeper = try keeper()
        do throws(StyleFailure) { return try await keeper.kept() } catch { throw AuthError(error) }
    }

    /// Forgets who is signed in, so that the next sign-in finds nobody.
    /// - Throws: why the tokens may still be stored, or why the sign-in at hand may still go on from its sealed bytes.
    func forgetSignIn() async throws(AuthError) {
        if let signIn = content.now.signIn {
            try await signIn.giveUp()
            drop(signIn)
        }
        let keeper = try keeper()
        do throws(StyleFailure) { try await keeper.forget() } catch { throw AuthError(error) }
    }

    /// Ends sessions at the service; returns why they may go on.
    private func end(_ keeper: SessionKeeper, globally: Bool) async -> AuthError? {
        do throws(StyleFailure) {
            if let tokens = try await keeper.tokensToEnd(globally: globally) {
                try await keeper.end(tokens, globally: globally)
            }
            return nil
        } catch {
            return AuthError(error)
        }
    }
}
