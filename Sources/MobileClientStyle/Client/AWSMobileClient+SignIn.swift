import CognitoFlows
import CognitoHandlers
import FlowCore

extension AWSMobileClient {
    /// Signs a user in. A pending sign-in is given up for it.
    /// - Parameters:
    ///   - username: the user's name, or an alias.
    ///   - password: the password; a custom sign-in needs none, so that any will do.
    ///   - validationData: what the pool's trigger before a sign-in is told.
    ///   - clientMetaData: ClientMetadata for the pool's triggers.
    ///   - completionHandler: is told what is needed next, or an ``AWSMobileClientError``.
    @preconcurrency
    public func signIn(
        username: String, password: String? = nil, validationData: [String: String]? = nil,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignInResult?, (any Error)?) -> Void
    ) {
        let inputs = JSONValue.inputs([
            "username": .string(username), "password": .text(password), "validationData": .map(validationData),
            "clientMetadata": .map(clientMetaData),
        ])
        carry(completionHandler) { core in try await core.signIn(inputs) }
    }

    /// Answers what the sign-in needs. Where a code or a new password is refused, the step stands and can be answered
    /// again.
    /// - Parameters:
    ///   - challengeResponse: the answer.
    ///   - userAttributes: attributes that a new password needs.
    ///   - clientMetaData: ClientMetadata for the pool's triggers.
    ///   - completionHandler: is told what is needed next, or an ``AWSMobileClientError``.
    @preconcurrency
    public func confirmSignIn(
        challengeResponse: String, userAttributes: [String: String] = [:], clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignInResult?, (any Error)?) -> Void
    ) {
        let others = JSONValue.inputs([
            "userAttributes": .map(userAttributes), "clientMetadata": .map(clientMetaData),
        ])
        carry(completionHandler) { core in try await core.answer(challengeResponse, others) }
    }

    /// Has another code sent, at a step that waits for one.
    /// - Parameter completionHandler: is told the step with the new code's way, or an ``AWSMobileClientError``.
    @preconcurrency
    public func resendSignInCode(completionHandler: @escaping @Sendable (SignInResult?, (any Error)?) -> Void) {
        carry(completionHandler) { core in try await core.send("resend") }
    }

    /// Tokens that can be used. Where the user must sign in for them, the state becomes
    /// ``UserState/signedOutUserPoolsTokenInvalid`` and the call waits for a sign-in or ``releaseSignInWait()``.
    /// - Parameter completionHandler: is told the tokens, or an ``AWSMobileClientError``.
    @preconcurrency
    public func getTokens(_ completionHandler: @escaping @Sendable (Tokens?, (any Error)?) -> Void) {
        carry(completionHandler) { core in Tokens(try await core.tokens().tokens) }
    }

    /// Ends the wait of all calls for a sign-in; they fail as ``AWSMobileClientError/unableToSignIn(message:)``.
    public func releaseSignInWait() {
        Task { [core] in await core.end(waitWith: false) }
    }

    /// Signs out on this device: it has happened when the call returns. A pending sign-in is given up.
    ///
    /// As in the SDK the call blocks and has no error. It waits for the store for ten seconds at most; where the tokens could not be
    /// removed, ``isSignedIn`` stays true and nothing has changed (`signOut(options:completionHandler:)` reports why).
    public func signOut() {
        guard core.removeTokens() else { return }
        core.shown.withLock { $0 = MobileCore.Shown(app: $0.app, userState: .signedOut, setUps: $0.setUps) }
        core.signingOut.withLock { $0 = Task { [core] in await core.followSignOut() } }
    }

    /// Signs out.
    /// - Parameters:
    ///   - options: whether all devices are signed out.
    ///   - completionHandler: is told the error for which nothing changed, if there was one.
    @preconcurrency
    public func signOut(
        options: SignOutOptions = SignOutOptions(), completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        carry(completionHandler) { core in try await core.signOut(globally: options.signOutGlobally) }
    }
}

/// What a sign-out can be told.
public struct SignOutOptions: Sendable {
    /// Whether all devices of the user are signed out.
    public let signOutGlobally: Bool

    /// Whether the tokens are revoked; the SDK has it and does not look at it.
    public let invalidateTokens: Bool

    /// Options.
    public init(signOutGlobally: Bool = false, invalidateTokens: Bool = true) {
        self.signOutGlobally = signOutGlobally
        self.invalidateTokens = invalidateTokens
    }
}
