import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension MobileCore {
    /// Removes the signed-in user's tokens, and blocks the thread meanwhile. A task does the rest of the sign-out.
    ///
    /// If the tokens may still be stored, the user remains signed in. Without an app or a token cache, there are no
    /// tokens to remove.
    nonisolated func signOutNow() {
        let setUp = shown.current.setUps
        let cache = (try? configuredApp())?.settings.tokens
        if case .failed? = cache?.perform({ .signOut(nil, isAlone: $0) }) { return }
        // The actor completes the sign-out later, but the app can read the new state immediately.
        shown.withLock {
            if $0.setUps == setUp { $0 = Shown(app: $0.app, userState: .signedOut, setUps: setUp) }
        }
        signingOut.withLock { $0 = Task { await completeSignOut(of: setUp) } }
    }

    /// Deletes the account of the signed-in user, and signs them out on this device.
    /// - Throws: an ``AWSMobileClientError``.
    func deleteAccount() async throws {
        let user = try await signedInUser()
        _ = try await run(
            ShippedFlow.DeleteAccount.self,
            .init(accessToken: FlowSecret(user.tokens.accessToken), confirmed: true), for: user.app)
        try await signOutLocally(user.keeper, user.setUp)
    }

    /// Signs out the keeper's user on this device. `setUp` is the number of the keeper's configuration.
    /// - Throws: an error if the tokens may still be stored. The user then remains signed in.
    private func signOutLocally(_ keeper: SessionKeeper, _ setUp: Int) async throws {
        do throws(StyleFailure) {
            try await keeper.signOutLocally()
        } catch {
            throw AWSMobileClientError(error)
        }
        await completeSignOut(of: setUp)
    }

    /// Sets the state `signedOut`, ends the calls that wait for a sign-in, and cancels a pending sign-in.
    ///
    /// Does nothing if the client was configured again: the new configuration has already done this, and its user stays
    /// signed in.
    private func completeSignOut(of setUp: Int) async {
        guard isCurrent(setUp) else { return }
        let abandoned = abandonSignIn()
        setUserState(.signedOut)
        // If the sign-in has ended, the cancellation has no effect.
        _ = try? await abandoned?.cancel()
    }

    /// Signs the user out at the service, and then on this device.
    ///
    /// If `globally` is true and the service does not end all sessions, the user remains signed in on this device.
    /// Otherwise, an error of the service is ignored.
    /// - Throws: an ``AWSMobileClientError`` if the user remains signed in on this device.
    func signOut(globally: Bool) async throws {
        let (keeper, setUp) = (try tokenKeeper(), setUps)
        var tokens: CognitoTokens?
        do throws(StyleFailure) {
            tokens = try await keeper.tokensToEnd(globally: globally)
            if globally, let tokens { try await keeper.endSessions(of: tokens, globally: true) }
        } catch {
            // Damaged tokens cannot be revoked, but they can be removed from this device.
            guard !globally, error.type == "token-store-broken" else { throw AWSMobileClientError(error) }
        }
        if let tokens { try? await keeper.endSessions(of: tokens, globally: false) }
        try await signOutLocally(keeper, setUp)
    }
}
