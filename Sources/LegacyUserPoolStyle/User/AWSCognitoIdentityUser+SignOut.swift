import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension AWSCognitoIdentityUser {
    /// Removes this user's tokens from this device, synchronously.
    ///
    /// The device and the name of the user who signed in last remain stored. As in the SDK, the call reports no error. It
    /// blocks the thread for at most ten seconds. If the tokens cannot be removed, ``isSignedIn`` remains true.
    public func signOut() { _ = removeTokens() }

    /// Removes this user's tokens and the name of the user who signed in last, synchronously.
    ///
    /// If the tokens cannot be removed, the name also remains.
    public func signOutAndClearLastKnownUser() {
        if removeTokens() { pool.clearLastKnownUser() }
    }

    /// Removes the user's tokens, and blocks the thread until they are removed.
    /// - Returns: whether the tokens are removed. It is also true if the user has no name.
    private func removeTokens() -> Bool {
        guard isIdentified else { return true }
        if case .failed = core.cache.perform({ .signOut(username, isAlone: $0) }) { return false }
        return true
    }

    /// Removes the ID and access tokens, so that the next call refreshes the session.
    ///
    /// It does nothing for a user without a name. If the store cannot be changed, the tokens remain, and it reports no
    /// error.
    public func clearSession() {
        guard let username else { return }
        // Ignores the failure, since the SDK's method cannot report it.
        _ = core.cache.perform { _ in .dropSession(of: username) }
    }

    /// Ends the user's sessions on all devices, and then removes the tokens from this device.
    ///
    /// After an error the tokens remain on this device.
    @discardableResult
    public func globalSignOut() -> AWSTask<AWSCognitoIdentityUserGlobalSignOutResponse> {
        runWithSession(ShippedFlow.SignOut.self) {
            .init(username: $1, accessToken: $0, task: .global)
        } response: { _ in
            AWSCognitoIdentityUserGlobalSignOutResponse()
        }
    }

    /// Revokes the refresh token at the service. The tokens remain on this device.
    @discardableResult
    public func revokeToken() -> AWSTask<AWSCognitoIdentityUserResponse> {
        // The tokens are read now, since a sign-out may follow this call immediately.
        let tokens = Result { try core.tokens(of: username) }
        return core.startTask { [self] in
            let refreshToken = try tokens.get()?.refreshToken.map { FlowSecret($0) }
            let inputs = ShippedFlow.SignOut.Inputs(task: .revoke, refreshToken: refreshToken)
            // Otherwise the flow would remove the tokens from this device.
            let app = try core.configuredApp().keepingTokens
            let result = try await core.run(ShippedFlow.SignOut.self, inputs, with: app)
            if case .done(let outcome?) = result { throw NSError(StyleFailure(outcome.error)) }
            return AWSCognitoIdentityUserResponse()
        }
    }

    /// Deletes the user's account. The tokens remain on this device until ``signOut()``.
    @discardableResult
    public func delete() -> AWSTask<AWSCognitoIdentityUserResponse> {
        runWithSession(ShippedFlow.DeleteAccount.self) {
            .init(accessToken: $0, username: $1, confirmed: true)
        } response: { _ in
            AWSCognitoIdentityUserResponse()
        }
    }
}
