import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
import FlowSealing

extension AuthCategory {
    /// The pending sign-in as an opaque value, for ``resumeSignIn(_:elapsed:)`` of another ``AuthCategory`` in this process. It has no bytes:
    /// ``sealedSignIn()`` is for an app that the system may end.
    /// - Returns: nil if no sign-in is pending.
    public func pendingSignIn() async -> FlowSessionState? {
        guard let runner = content.now.signIn?.runner, await runner.step?.presentation != nil else { return nil }
        return await runner.state
    }

    /// The pending sign-in, sealed as ``CognitoApp/sealing`` says, for ``resumeSignIn(sealed:)``. The bytes of its first step are enough for the
    /// whole sign-in.
    /// - Returns: nil if no sign-in is pending, or the app does not say how one is kept.
    public func sealedSignIn() async -> [UInt8]? { await content.now.signIn?.journal?.sealed }

    /// Goes on with a sign-in that was pending when it was sealed, at the last step that it came to since. Another one that is pending is given
    /// up for it.
    ///
    /// Where the app was ended while a request was on its way, it is not known whether that was carried out: the flow goes on as after
    /// an answer that did not come in time.
    /// - Parameter sealed: the bytes that ``sealedSignIn()`` gave.
    /// - Returns: the step that stands.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` with a `FlowSnapshotError` if it cannot be gone on with: sign in anew; also where a user
    ///   is signed in. Other errors are those that the flow comes to.
    public func resumeSignIn(sealed: [UInt8]) async throws -> AuthSignInResult {
        let app = try app()
        guard let sealing = app.sealing else {
            throw AuthError.configuration("The app does not say how sign-ins are kept", "Set CognitoApp.sealing")
        }
        try await requireNobody()
        do {
            let snapshots = try sealing.snapshots(of: .amplify, in: app)
            let snapshot = try await snapshots.resume(sealed, now: UInt64(clamping: app.settings.now()))
            let journal = SnapshotJournal(snapshots, resuming: snapshot)
            let runner = try app.runner(.amplify, restoring: snapshot.state, journal: journal)
            return try await goOn(with: runner, journal)
        } catch let error as FlowSnapshotError {
            throw AuthError.invalidState("The sign-in cannot be gone on with: \(error.code)", "Call signIn", error)
        }
    }

    private func goOn(
        with runner: FlowRunner<ContinuousClock>, _ journal: SnapshotJournal?
    ) async throws(AuthError) -> AuthSignInResult {
        let signIn = SignIn(app: try app(), keeper: try keeper(), runner: runner, journal: journal)
        try await install(signIn)
        return try await result(of: runner.recover(), in: signIn)
    }

    /// Goes on with a sign-in that was pending. Another one that is pending is given up for it.
    /// - Parameters:
    ///   - state: what ``pendingSignIn()`` gave.
    ///   - elapsed: how long ago it was; a step whose time is over ends at its next answer.
    /// - Returns: the step that stands.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if the state is of another version of the flow or damaged: sign in anew; also where
    ///   a user is signed in.
    public func resumeSignIn(_ state: FlowSessionState, elapsed: Duration = .zero) async throws -> AuthSignInResult {
        let app = try app()
        try await requireNobody()
        guard let runner = try? app.runner(.amplify, restoring: state, elapsed: elapsed), await runner.step != nil
        else {
            throw AuthError.invalidState("The sign-in cannot be gone on with", "Call signIn")
        }
        return try await goOn(with: runner, nil)
    }
}
