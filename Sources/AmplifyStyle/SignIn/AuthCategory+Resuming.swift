import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
import FlowSealing

extension AuthCategory {
    /// The pending sign-in as an opaque, in-memory value.
    ///
    /// Pass it to ``resumeSignIn(_:elapsed:)`` of another ``AuthCategory`` in this process. It cannot be encoded. If
    /// the system may terminate the app, use ``sealedSignIn()``.
    /// - Returns: nil if no sign-in is pending.
    public func pendingSignIn() async -> FlowSessionState? {
        guard let runner = content.now.signIn?.runner, await runner.step?.presentation != nil else { return nil }
        return await runner.state
    }

    /// The pending sign-in, sealed with ``CognitoApp/sealing``, for ``resumeSignIn(sealed:)``.
    ///
    /// The bytes of its first step are enough for the whole sign-in.
    /// - Returns: nil if no sign-in is pending, or the app configures no sealing.
    public func sealedSignIn() async -> [UInt8]? { await content.now.signIn?.journal?.sealed }

    /// Resumes a sealed sign-in at the last step that it reached.
    ///
    /// It replaces another pending sign-in. If the app ended during a request, nobody knows whether the service carried
    /// it out. The flow then continues as after a timeout.
    /// - Parameter sealed: the bytes from ``sealedSignIn()``.
    /// - Returns: the current step.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` with a `FlowSnapshotError` if it cannot be resumed (sign in again),
    ///   or if a user is signed in; otherwise the flow's errors.
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

    /// Resumes a pending sign-in in this process. It replaces another pending sign-in.
    /// - Parameters:
    ///   - state: the value from ``pendingSignIn()``.
    ///   - elapsed: the time since then; a step that has timed out ends at its next answer.
    /// - Returns: the current step.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if the state is damaged or of another version of the flow (sign in
    ///   again), or if a user is signed in.
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
