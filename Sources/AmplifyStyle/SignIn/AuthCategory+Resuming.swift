import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime

extension AuthCategory {
    /// The pending sign-in as plain values, for ``resumeSignIn(_:elapsed:)`` after the system ended the app while the user fetched
    /// a code. They hold secrets: seal them where they are kept.
    /// - Returns: nothing if no sign-in is pending.
    public func pendingSignIn() async -> FlowSessionState? {
        guard let runner = content.now.signIn?.runner, await runner.step?.presentation != nil else { return nil }
        return await runner.state
    }

    /// Goes on with a sign-in that was pending when it was kept. Another one that is pending is given up for it.
    /// - Parameters:
    ///   - state: what ``pendingSignIn()`` gave.
    ///   - elapsed: how long ago; a step whose time is over ends at its next answer.
    /// - Returns: the step that stands.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if the state is of another version of the flow or damaged: sign in anew; also where
    ///   a user is signed in.
    public func resumeSignIn(_ state: FlowSessionState, elapsed: Duration = .zero) async throws -> AuthSignInResult {
        let (app, keeper) = (try app(), try keeper())
        try await requireNobody()
        guard let runner = try? app.runner(.amplify, restoring: state, elapsed: elapsed), let step = await runner.step
        else {
            throw AuthError.invalidState("The sign-in cannot be gone on with", "Call signIn")
        }
        let signIn = SignIn(app: app, keeper: keeper, runner: runner)
        let old = content.withLock { content in
            defer { content.signIn = signIn }
            return content.signIn
        }
        _ = await old?.runner.cancel()
        return try await result(of: step, in: signIn)
    }
}
