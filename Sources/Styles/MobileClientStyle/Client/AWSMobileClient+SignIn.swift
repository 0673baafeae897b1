import CognitoFlows
import CognitoHandlers
import FlowRuntime

extension AWSMobileClient {
    /// Signs a user in. Replaces a pending sign-in.
    /// - Parameters:
    ///   - username: the username, or an alias.
    ///   - password: the user's password; nil in a custom sign-in whose triggers do not ask for it.
    ///   - validationData: `ValidationData` for the pool's pre sign-in trigger.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the next step, or an ``AWSMobileClientError``.
    @preconcurrency
    public func signIn(
        username: String, password: String? = nil, validationData: [String: String]? = nil,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignInResult?, (any Error)?) -> Void
    ) {
        let inputs = ShippedFlow.MobileClient.Inputs(
            username: username, password: password.map { FlowSecret($0) }, clientMetadata: clientMetaData.nonEmpty,
            validationData: validationData?.nonEmpty)
        perform(completionHandler) { core in try await core.signIn(inputs) }
    }

    /// Answers the current step.
    ///
    /// If the service rejects the answer and the sign-in has not ended, the app can answer again.
    /// - Parameters:
    ///   - challengeResponse: the value that the step asks for.
    ///   - userAttributes: the attributes that the pool requires with a new password.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    ///   - completionHandler: receives the next step, or an ``AWSMobileClientError``.
    @preconcurrency
    public func confirmSignIn(
        challengeResponse: String, userAttributes: [String: String] = [:], clientMetaData: [String: String] = [:],
        completionHandler: @escaping @Sendable (SignInResult?, (any Error)?) -> Void
    ) {
        perform(completionHandler) { core in
            try await core.answer(
                challengeResponse, userAttributes: userAttributes.nonEmpty, clientMetadata: clientMetaData.nonEmpty)
        }
    }

    /// Requests another code, at a step that waits for a code from the service.
    /// - Parameter completionHandler: receives the next step, which normally asks for the new code, or an
    ///   ``AWSMobileClientError``.
    @preconcurrency
    public func resendSignInCode(completionHandler: @escaping @Sendable (SignInResult?, (any Error)?) -> Void) {
        perform(completionHandler) { core in try await core.resendCode() }
    }

    /// Fetches valid tokens, refreshed if necessary.
    ///
    /// If the user must sign in again, the state becomes ``UserState/signedOutUserPoolsTokenInvalid``, and the call
    /// waits until a user signs in or the app calls ``releaseSignInWait()``.
    /// - Parameter completionHandler: receives the tokens, or an ``AWSMobileClientError``.
    @preconcurrency
    public func getTokens(_ completionHandler: @escaping @Sendable (Tokens?, (any Error)?) -> Void) {
        perform(completionHandler) { core in Tokens(try await core.tokens().tokens) }
    }

    /// Ends all calls that wait for a sign-in. They report ``AWSMobileClientError/unableToSignIn(message:)``.
    public func releaseSignInWait() {
        Task { [core] in await core.resumeWaitingCalls(isSignedIn: false) }
    }

    /// Signs out on this device, synchronously. On success, a task also cancels a pending sign-in.
    ///
    /// As in the SDK, the call reports no error. Blocks the thread for at most ten seconds. If the client cannot remove
    /// the tokens by then, the user remains signed in, and a pending sign-in continues. After a timeout, the tokens are
    /// still removed as soon as the store responds, and the next call of ``getTokens(_:)`` sets the state `signedOut`.
    /// To receive the error, call ``signOut(options:completionHandler:)``.
    public func signOut() { core.signOutNow() }

    /// Signs out on this device or on all devices. Cancels a pending sign-in.
    /// - Parameters:
    ///   - options: whether to sign the user out on all devices.
    ///   - completionHandler: receives nil on success, or an error. After an error, the user is still signed in on this
    ///     device.
    @preconcurrency
    public func signOut(
        options: SignOutOptions = SignOutOptions(), completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        perform(completionHandler) { core in try await core.signOut(globally: options.signOutGlobally) }
    }
}

/// Options of a sign-out.
public struct SignOutOptions: Sendable {
    /// Whether to sign the user out on all devices.
    public let signOutGlobally: Bool

    /// Whether to revoke the tokens. As in the SDK, this has no effect.
    public let invalidateTokens: Bool

    /// Creates options. By default, a sign-out affects only this device.
    public init(signOutGlobally: Bool = false, invalidateTokens: Bool = true) {
        self.signOutGlobally = signOutGlobally
        self.invalidateTokens = invalidateTokens
    }
}

extension ShippedFlow.MobileClient {
    /// Answers a step with the values that `confirmSignIn` takes, and returns the next step.
    func answer(
        _ step: Step, _ response: String, userAttributes: [String: String]?, clientMetadata: [String: String]?
    ) async throws(FlowRefusal) -> Step {
        let secret = FlowSecret(response)
        return switch step {
        case .smsMFA(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .newPasswordRequired(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .setUpTOTP(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .customChallenge(let step):
            try await step.submit(
                challengeResponse: secret, userAttributes: userAttributes, clientMetadata: clientMetadata)
        case .selectMFA(let step): try await step.submit(challengeResponse: response)
        case .ended: throw FlowRefusal(.eventNotAccepted)
        }
    }
}

extension ShippedFlow.MobileClient.Step {
    /// Requests another code for the step, and returns the next step.
    /// - Throws: the refusal, for example of a step that needs no code from the service.
    func resend() async throws(FlowRefusal) -> Self {
        switch self {
        case .smsMFA(let step): try await step.resend()
        case .customChallenge(let step): try await step.resend()
        case .newPasswordRequired, .setUpTOTP, .selectMFA, .ended: throw FlowRefusal(.eventNotAccepted)
        }
    }
}
