import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
import FlowSealing

extension AuthCategory {
    /// Returns the pending sign-in as an opaque, in-memory value, or nil if no sign-in is pending.
    ///
    /// Pass it to ``resumeSignIn(_:elapsed:)`` of another ``AuthCategory`` in this process. It cannot be encoded. If
    /// the system may terminate the app, use ``sealedSignIn()``.
    public func pendingSignIn() async -> FlowSessionState? {
        guard let signIn = content.now.signIn, await signIn.pendingStep != nil else { return nil }
        return await signIn.session.session.state
    }

    /// Returns the pending sign-in, sealed with `CognitoApp.sealing`, for ``resumeSignIn(sealed:)``.
    ///
    /// Store the bytes once, at the first step. They remain valid for the whole sign-in. The result is nil if no sign-in
    /// is pending, or if the app does not configure sealing.
    public func sealedSignIn() async -> [UInt8]? { await content.now.signIn?.journal?.sealed }

    /// Resumes a sealed sign-in at the last step that it reached.
    ///
    /// It replaces another pending sign-in. If the app was terminated during a request, it is unknown whether the
    /// service carried out the request, and the flow continues as after a timeout.
    /// - Parameter sealed: the bytes from ``sealedSignIn()``.
    /// - Returns: the current step of the sign-in.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if the app does not configure sealing;
    ///   ``AuthError/invalidState(_:_:_:)`` if the sign-in can no longer be resumed (with a
    ///   `FlowSnapshotError`), or if a user is signed in; otherwise the flow's errors.
    public func resumeSignIn(sealed: [UInt8]) async throws -> AuthSignInResult {
        let app = try configuredApp()
        guard let sealing = app.sealing else {
            throw AuthError.configuration("The app does not configure sealing", "Set CognitoApp.sealing")
        }
        try await requireSignedOut()
        do {
            let snapshots = try sealing.snapshots(of: .amplify, in: app)
            let snapshot = try await snapshots.resume(sealed, now: UInt64(clamping: app.settings.now()))
            let journal = SnapshotJournal(snapshots, resuming: snapshot)
            let runner = try app.runner(.amplify, restoring: snapshot.state, journal: journal)
            return try await resume(with: runner, journal)
        } catch let error as FlowSnapshotError {
            let text = "This sign-in can no longer be resumed: \(error.code)"
            throw AuthError.invalidState(text, "Call signIn", error)
        }
    }

    /// Makes a restored sign-in the current one, and continues it after an interrupted request.
    /// - Returns: the current step of the sign-in.
    private func resume(
        with runner: FlowRunner<ContinuousClock>, _ journal: SnapshotJournal?
    ) async throws(AuthError) -> AuthSignInResult {
        let signIn = SignIn(
            app: try configuredApp(), keeper: try tokenKeeper(), session: ShippedFlow.Amplify(runner), journal: journal)
        try await makeCurrent(signIn)
        return try await process(in: signIn) { () throws(FlowRefusal) in try await signIn.session.recover() }
    }

    /// Resumes a pending sign-in of this process. It replaces another pending sign-in.
    /// - Parameters:
    ///   - state: the value from ``pendingSignIn()``.
    ///   - elapsed: the time since that call. A step that has timed out in the meantime ends at the next answer.
    /// - Returns: the current step of the sign-in.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if the state is damaged or belongs to another version of the flow,
    ///   or if a user is signed in.
    public func resumeSignIn(_ state: FlowSessionState, elapsed: Duration = .zero) async throws -> AuthSignInResult {
        let app = try configuredApp()
        try await requireSignedOut()
        guard let runner = try? app.runner(.amplify, restoring: state, elapsed: elapsed), await runner.step != nil
        else {
            throw AuthError.invalidState("This sign-in can no longer be resumed", "Call signIn")
        }
        return try await resume(with: runner, nil)
    }
}
