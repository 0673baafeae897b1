import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Forgets this user's tokens on this device. The device stays remembered, and the name known.
    public func signOut() {
        guard hasOrAwaitsName else { return }
        core.shelf.clear(username)
    }

    /// Signs out and forgets who was signed in last.
    public func signOutAndClearLastKnownUser() {
        signOut()
        pool.clearLastKnownUser()
    }

    /// Drops id and access token, so that the next session is a refreshed one.
    public func clearSession() {
        guard hasOrAwaitsName else { return }
        core.shelf.dropSession(of: username)
    }

    /// Ends all sessions of the user on every device, then signs out here. After an error nothing has changed.
    @discardableResult
    public func globalSignOut() -> AWSTask<AWSCognitoIdentityUserGlobalSignOutResponse> {
        account(.signOut, ["task": "global"]) { _ in AWSCognitoIdentityUserGlobalSignOutResponse() }
    }

    /// Makes the refresh token useless. Nothing is forgotten here.
    @discardableResult
    public func revokeToken() -> AWSTask<AWSCognitoIdentityUserResponse> {
        // Taken now: a sign-out may come right after this call.
        let known = core.shelf.tokens(of: username)?.refreshToken
        return core.carry { [self] in
            await core.shelf.load()
            let refreshToken = known ?? core.shelf.tokens(of: username)?.refreshToken
            let inputs = WireValue.inputs(["task": "revoke", "refreshToken": .text(refreshToken)])
            _ = try await core.run(.signOut, inputs, with: try core.app().leavingTokens)
            return AWSCognitoIdentityUserResponse()
        }
    }

    /// Deletes the account. The tokens stay here: ``signOut()`` forgets them.
    @discardableResult
    public func delete() -> AWSTask<AWSCognitoIdentityUserResponse> {
        account(.deleteAccount, ["confirmed": true]) { _ in AWSCognitoIdentityUserResponse() }
    }
}
