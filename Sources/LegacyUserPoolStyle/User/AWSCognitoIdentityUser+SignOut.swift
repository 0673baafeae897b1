import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension AWSCognitoIdentityUser {
    /// Forgets this user's tokens on this device: it has happened when the call returns. The device stays remembered, and the name
    /// known.
    ///
    /// As in the SDK the call blocks and has no error. It waits for the store for ten seconds at most; where the tokens could not be
    /// removed, ``isSignedIn`` stays true.
    public func signOut() { _ = removeTokens() }

    /// Signs out and forgets who was signed in last. Where the tokens could not be removed, the name stays, too.
    public func signOutAndClearLastKnownUser() {
        if removeTokens() { pool.clearLastKnownUser() }
    }

    /// Removes the tokens while the caller waits.
    /// - Returns: whether there are none any more.
    private func removeTokens() -> Bool {
        guard isSomebody else { return true }
        if case .failed = core.cache.perform({ .signOut(username, isAlone: $0) }) { return false }
        return true
    }

    /// Drops id and access token, so that the next session is a refreshed one.
    public func clearSession() {
        guard let username else { return }
        _ = core.cache.perform { _ in .dropSession(of: username) }
    }

    /// Ends all sessions of the user on every device, then signs out here. After an error the tokens are still here.
    @discardableResult
    public func globalSignOut() -> AWSTask<AWSCognitoIdentityUserGlobalSignOutResponse> {
        account(.signOut, ["task": "global"]) { _ in AWSCognitoIdentityUserGlobalSignOutResponse() }
    }

    /// Makes the refresh token useless. Nothing is forgotten here.
    @discardableResult
    public func revokeToken() -> AWSTask<AWSCognitoIdentityUserResponse> {
        // Taken now: a sign-out may come right after this call.
        let tokens = Result { try core.tokens(of: username) }
        return core.carry { [self] in
            let inputs = JSONValue.inputs(["task": "revoke", "refreshToken": .text(try tokens.get()?.refreshToken)])
            let end = try await core.run(.signOut, inputs, with: try core.app().leavingTokens)
            if let error = end.error { throw NSError(StyleFailure(error)) }
            return AWSCognitoIdentityUserResponse()
        }
    }

    /// Deletes the account. The tokens stay here: ``signOut()`` forgets them.
    @discardableResult
    public func delete() -> AWSTask<AWSCognitoIdentityUserResponse> {
        account(.deleteAccount, ["confirmed": true]) { _ in AWSCognitoIdentityUserResponse() }
    }
}
