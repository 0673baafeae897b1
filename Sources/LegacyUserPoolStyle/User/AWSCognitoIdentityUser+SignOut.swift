import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension AWSCognitoIdentityUser {
    /// Removes this user's tokens from this device, synchronously.
    ///
    /// The device stays remembered, and the last user's name stays stored. As in the SDK, the call blocks, for at most
    /// ten seconds, and reports no error. If the tokens could not be removed, ``isSignedIn`` stays true.
    public func signOut() { _ = removeTokens() }

    /// Signs out and removes the last user's name.
    ///
    /// If the tokens could not be removed, the name stays too.
    public func signOutAndClearLastKnownUser() {
        if removeTokens() { pool.clearLastKnownUser() }
    }

    /// Removes the user's tokens, and blocks until they are removed.
    /// - Returns: whether no tokens remain.
    private func removeTokens() -> Bool {
        guard isIdentified else { return true }
        if case .failed = core.cache.perform({ .signOut(username, isAlone: $0) }) { return false }
        return true
    }

    /// Removes the ID and access tokens, so that the next call refreshes the session.
    public func clearSession() {
        guard let username else { return }
        _ = core.cache.perform { _ in .dropSession(of: username) }
    }

    /// Ends the user's sessions on all devices, and then removes the tokens from this device.
    ///
    /// After an error the tokens remain on this device.
    @discardableResult
    public func globalSignOut() -> AWSTask<AWSCognitoIdentityUserGlobalSignOutResponse> {
        runWithSession(.signOut, ["task": "global"]) { _ in AWSCognitoIdentityUserGlobalSignOutResponse() }
    }

    /// Revokes the refresh token. The tokens remain on this device.
    @discardableResult
    public func revokeToken() -> AWSTask<AWSCognitoIdentityUserResponse> {
        // The tokens are read now, since a sign-out may follow this call immediately.
        let tokens = Result { try core.tokens(of: username) }
        return core.startTask { [self] in
            let inputs = JSONValue.inputs(["task": "revoke", "refreshToken": .text(try tokens.get()?.refreshToken)])
            let end = try await core.run(.signOut, inputs, with: try core.app().keepingTokens)
            if let error = end.error { throw NSError(StyleFailure(error)) }
            return AWSCognitoIdentityUserResponse()
        }
    }

    /// Deletes the account. The tokens remain until ``signOut()``.
    @discardableResult
    public func delete() -> AWSTask<AWSCognitoIdentityUserResponse> {
        runWithSession(.deleteAccount, ["confirmed": true]) { _ in AWSCognitoIdentityUserResponse() }
    }
}
