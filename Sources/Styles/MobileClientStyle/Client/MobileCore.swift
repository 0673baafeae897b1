import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

/// The state of a client. As an actor, it serializes operations that must not overlap.
actor MobileCore {
    /// The state that can be read at any time, without waiting.
    struct Shown: Sendable {
        var app: CognitoApp?
        var userState = UserState.unknown
        var username: String?
        var userSub: String?
        /// The number of set-ups. Operations that started before the last set-up belong to another app.
        var setUps = 0
    }

    /// A sign-in, with the keeper of the tokens of the app that it started with.
    private final class SignIn: Sendable {
        let keeper: SessionKeeper
        let session: ShippedFlow.MobileClient

        /// Creates a sign-in from its session and the keeper of its tokens.
        init(_ session: ShippedFlow.MobileClient, _ keeper: SessionKeeper) {
            self.keeper = keeper
            self.session = session
        }
    }

    nonisolated let shown: Locked<Shown>
    /// The listeners for changes of the user state, in the order in which they were added.
    nonisolated let listeners = Locked<[UserStateListener]>([])
    /// The rest of the last synchronous sign-out. Later calls wait for it.
    nonisolated let signingOut = Locked<Task<Void, Never>?>(nil)
    /// The current sign-in, which may have failed; nil if there is none.
    private var signIn: SignIn?
    /// The keeper of the app's tokens; nil until a call needs it.
    private var keeper: SessionKeeper?
    /// The number of the set-up that the sign-in and the keeper belong to.
    private(set) var setUps = 0
    /// The number of sign-outs and set-ups, each of which interrupts a sign-in.
    private var interruptions = 0
    private var signIns = 0
    /// The calls for tokens that wait for a sign-in.
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    /// Creates the state of a client. If the app is nil, the first call reads the configuration file.
    init(_ app: CognitoApp?) {
        shown = Locked(Shown(app: app))
    }

    /// Replaces the configuration. A task then cancels the pending sign-in.
    nonisolated func setUp(_ app: CognitoApp) {
        shown.withLock { $0 = Shown(app: app, setUps: $0.setUps + 1) }
        Task { await adoptSetUp() }
    }

    /// Removes the state of an earlier set-up, unless this has already been done. Cancels the pending sign-in, and ends
    /// the calls that wait for a sign-in.
    private func adoptSetUp() {
        guard shown.current.setUps != setUps else { return }
        setUps = shown.current.setUps
        if let abandoned = abandonSignIn() { Task { _ = try? await abandoned.cancel() } }
        keeper = nil
    }

    /// Returns whether `setUp` is the number of the current configuration. If not, values that a call has read belong to
    /// another app.
    func isCurrent(_ setUp: Int) -> Bool {
        adoptSetUp()
        return setUps == setUp
    }

    /// Removes the pending sign-in, and ends the calls that wait for one.
    /// - Returns: the session of the sign-in, which is still to be canceled; nil if there is none.
    func abandonSignIn() -> ShippedFlow.MobileClient? {
        interruptions += 1
        defer { signIn = nil }
        resumeWaitingCalls(isSignedIn: false)
        return signIn?.session
    }

    // MARK: State

    /// Reads the stored user, sets the user state, and returns it. A state that is already known does not change.
    /// - Throws: an ``AWSMobileClientError`` if there is no valid configuration, or if the store cannot be read.
    func initialize() async throws -> UserState {
        while true {
            if shown.current.userState != .unknown { return shown.current.userState }
            let keeper = try tokenKeeper()
            let (setUpBefore, interruptionsBefore, generation) = (setUps, interruptions, keeper.cache.generation)
            let stored = await Self.storedUser(of: keeper)
            // After a set-up during the read, reads the store of the new app. Another call may have set the state.
            guard isCurrent(setUpBefore), shown.current.userState == .unknown else { continue }
            // The user is also signed out if a sign-out happened during the read.
            guard let (username, tokens) = try stored.get(), interruptions == interruptionsBefore,
                keeper.cache.generation == generation
            else {
                setUserState(.signedOut)
                return .signedOut
            }
            setUserState(.signedIn, tokens, of: username)
            return .signedIn
        }
    }

    /// Returns the stored user, or nil if there is none. Damaged tokens count as missing, because the next sign-in
    /// overwrites them.
    /// - Returns: an ``AWSMobileClientError`` if the store cannot be read.
    private static func storedUser(
        of keeper: SessionKeeper
    ) async -> Result<(username: String, tokens: CognitoTokens)?, AWSMobileClientError> {
        do throws(StyleFailure) {
            return .success(try await keeper.signedInUser())
        } catch {
            return error.type == "token-store-broken" ? .success(nil) : .failure(AWSMobileClientError(error))
        }
    }

    /// Returns the configured app, after removing the state of an earlier set-up.
    /// - Throws: an ``AWSMobileClientError`` if there is no valid configuration.
    func currentApp() throws -> CognitoApp {
        adoptSetUp()
        return try configuredApp()
    }

    /// Returns the configured app. If there is none, creates the app from the configuration file.
    /// - Throws: an ``AWSMobileClientError`` if the file is missing or invalid.
    nonisolated func configuredApp() throws -> CognitoApp {
        if let app = shown.current.app { return app }
        guard let path = CognitoConfiguration.path(named: ["awsconfiguration.json"]) else {
            throw AWSMobileClientError.userPoolNotConfigured(message: "Add the file awsconfiguration.json to the app")
        }
        do {
            let app = try CognitoApp(CognitoConfiguration(file: path))
            shown.withLock { $0.app = app }
            return app
        } catch {
            throw AWSMobileClientError.invalidConfiguration(message: "\(path): \(error)")
        }
    }

    /// Returns the keeper of the current app's tokens.
    /// - Throws: an ``AWSMobileClientError`` if there is no valid configuration.
    func tokenKeeper() throws -> SessionKeeper {
        let app = try currentApp()
        if let keeper { return keeper }
        let keeper = SessionKeeper(app)
        self.keeper = keeper
        return keeper
    }

    /// Sets the user state and the user, and notifies the listeners. If there are no tokens, the user has no `sub`.
    ///
    /// Does nothing after a set-up that the actor has not adopted yet, since the state is that of the earlier app.
    func setUserState(_ state: UserState, _ tokens: CognitoTokens? = nil, of username: String? = nil) {
        let isSet = shown.withLock { [setUps] shown in
            guard shown.setUps == setUps else { return false }
            shown.userState = state
            shown.username = username
            shown.userSub = tokens.flatMap { TokenClaims($0.accessToken)?["sub"] }
            return true
        }
        guard isSet else { return }
        var details: [String: String] = [:]
        if state == .signedIn { details = ["provider": "UserPools", "token": tokens?.idToken ?? ""] }
        if state == .signedOutUserPoolsTokenInvalid { details["username"] = username }
        for listener in listeners.current { listener.callback(state, details) }
    }

    // MARK: Sign-in

    /// Starts a sign-in. If one is pending, restarts its flow with the new inputs.
    /// - Returns: the next step.
    /// - Throws: an ``AWSMobileClientError`` if a user is already signed in, or if the sign-in has failed.
    func signIn(_ inputs: ShippedFlow.MobileClient.Inputs) async throws -> SignInResult {
        await signingOut.current?.value
        // Sets the user state, which is read below.
        _ = try await initialize()
        guard shown.current.userState != .signedIn else {
            throw AWSMobileClientError.invalidState(message: "A user is already signed in: sign out first")
        }
        let app = try currentApp()
        // A start also restarts the flow of a pending or failed sign-in.
        let attempt = try signIn ?? SignIn(Self.makeSession(app), tokenKeeper())
        signIn = attempt
        return try await process(in: attempt) { () throws(FlowRefusal) in
            try await app.start(attempt.session, inputs, adding: FlowValues(app.signInInputs))
        }
    }

    /// Creates a session of the sign-in whose flow does not store the tokens.
    ///
    /// ``process(in:refusing:_:)`` stores them, after checking for sign-outs in the meantime.
    private static func makeSession(_ app: CognitoApp) throws -> ShippedFlow.MobileClient {
        var app = app
        var handlers = FlowHandlers()
        ShippedFlow.MobileClient.Ports.TokensStore.register(in: &handlers) { _ in .init() }
        // The handlers that the app registers take precedence.
        app.handlers = handlers.merging(app.handlers)
        return try app.session()
    }

    /// Answers the current step of the sign-in.
    /// - Parameters:
    ///   - answer: the value that the step asks for.
    ///   - userAttributes: the attributes that the pool requires with a new password.
    ///   - clientMetadata: `ClientMetadata` for the pool's triggers.
    /// - Returns: the next step.
    /// - Throws: an ``AWSMobileClientError``.
    func answer(
        _ answer: String, userAttributes: [String: String]?, clientMetadata: [String: String]?
    ) async throws -> SignInResult {
        let (attempt, step) = try await pendingStep()
        // Every step calls its answer `challengeResponse`. Only at `newPasswordRequired`, a refusal by the flow's own
        // rule concerns the attributes.
        var field = ShippedFlow.MobileClient.NewPasswordRequired.Field.challengeResponse
        if case .newPasswordRequired = step { field = .userAttributes }
        return try await process(in: attempt, refusing: field) { () throws(FlowRefusal) in
            try await attempt.session.answer(
                step, answer, userAttributes: userAttributes, clientMetadata: clientMetadata)
        }
    }

    /// Requests another code for the current step of the sign-in.
    /// - Returns: the next step, which normally asks for the new code.
    /// - Throws: an ``AWSMobileClientError``.
    func resendCode() async throws -> SignInResult {
        let (attempt, step) = try await pendingStep()
        return try await process(in: attempt) { () throws(FlowRefusal) in try await step.resend() }
    }

    /// Returns the pending sign-in and its current step.
    /// - Throws: an ``AWSMobileClientError`` if no sign-in is pending, or if the step has timed out.
    private func pendingStep() async throws -> (SignIn, ShippedFlow.MobileClient.Step) {
        guard let attempt = signIn else { throw Self.noSignIn }
        switch await attempt.session.step {
        case .ended(.expired(let outcome)): throw AWSMobileClientError(StyleFailure(outcome.error, .expired))
        case .ended, nil: throw Self.noSignIn
        case let step?: return (attempt, step)
        }
    }

    private static let noSignIn = AWSMobileClientError.invalidState(
        message: "Please call `signIn` before calling this method.")

    /// Sends an event to a sign-in, and returns the next step. After a success, stores the tokens.
    /// - Parameters:
    ///   - attempt: the sign-in. After a sign-out or a new set-up, its tokens are not stored.
    ///   - field: the field to report if a refusal names none; nil if the event is no answer.
    ///   - event: sends the event.
    /// - Returns: the next step.
    /// - Throws: an ``AWSMobileClientError`` for a refusal, an error of the step or of the outcome, or an error of the
    ///   store, or if a sign-out or a new set-up interrupted the sign-in.
    private func process(
        in attempt: SignIn, refusing field: ShippedFlow.MobileClient.NewPasswordRequired.Field? = nil,
        _ event: () async throws(FlowRefusal) -> ShippedFlow.MobileClient.Step
    ) async throws -> SignInResult {
        let generation = attempt.keeper.cache.generation
        let step: ShippedFlow.MobileClient.Step
        do throws(FlowRefusal) {
            step = try await event()
        } catch {
            let argument = field.map { (error.field() ?? $0).rawValue }
            throw AWSMobileClientError(StyleFailure(error, argument: argument))
        }
        do throws(StyleFailure) {
            let result = try SignInResult(step)
            if case .ended(.signedIn(let outcome)) = step { try await complete(attempt, outcome, since: generation) }
            return result
        } catch {
            throw AWSMobileClientError(error)
        }
    }

    /// Stores the tokens of a successful sign-in, and sets the user state.
    ///
    /// Then resumes the calls that wait for a sign-in. `generation` is the cache's generation before the last event.
    /// - Throws: an error if a sign-out or a new set-up has interrupted the sign-in, or if the store fails.
    private func complete(
        _ attempt: SignIn, _ outcome: ShippedFlow.MobileClient.Outcome.SignedIn, since generation: Int
    ) async throws(StyleFailure) {
        adoptSetUp()
        // After a sign-out or a new set-up, these tokens must not be stored.
        guard signIn === attempt else {
            throw StyleFailure(type: "superseded", message: "This sign-in was canceled", isRefusal: true)
        }
        // The next sign-in uses a new runner, even if these tokens cannot be stored.
        signIn = nil
        let interruptionsBefore = interruptions
        let tokens = CognitoTokens(
            accessToken: outcome.accessToken, idToken: outcome.idToken, refreshToken: outcome.refreshToken)
        try await attempt.keeper.store(tokens, of: outcome.username, since: generation)
        adoptSetUp()
        // After a sign-out or a set-up during the write, the user must not become signed in.
        guard interruptions == interruptionsBefore, attempt.keeper.cache.generation == generation else {
            throw StyleFailure(
                type: "superseded", message: "A sign-out or a new configuration interrupted the sign-in",
                isRefusal: true)
        }
        signIns += 1
        setUserState(.signedIn, tokens, of: outcome.username)
        resumeWaitingCalls(isSignedIn: true)
    }

    // MARK: Tokens

    /// Returns the signed-in user and valid tokens. If the service has rejected the refresh token, waits until the user
    /// signs in again. If the tokens are gone, sets the state `signedOut`.
    ///
    /// A call for one user never returns another user's tokens. Names are compared byte by byte, as the service does.
    /// - Throws: an ``AWSMobileClientError`` if there is no valid configuration, if no user is signed in, if the tokens
    ///   cannot be read or refreshed, if the wait ends without a sign-in, or if another user signs in.
    func tokens() async throws -> (username: String, tokens: CognitoTokens) {
        await signingOut.current?.value
        // Sets the user state, which a refresh may change.
        _ = try await initialize()
        let keeper = try tokenKeeper()
        let setUpBefore = setUps
        var expectedUser: String?
        while true {
            let signInsBefore = signIns
            let standing = await keeper.freshTokens()
            // A set-up ends this call, as it ends those that wait: the tokens and the user are those of another app.
            guard isCurrent(setUpBefore) else { throw Self.unableToSignIn }
            switch standing {
            case .valid(let username, let tokens):
                if let expectedUser, !username.utf8.elementsEqual(expectedUser.utf8) { throw Self.unableToSignIn }
                return (username, tokens)
            case .signedOut:
                // A sign-out has finished after its timeout, or in another process. A sign-in during the read is newer.
                if signInsBefore == signIns, shown.current.userState != .signedOut {
                    setUserState(.signedOut)
                    resumeWaitingCalls(isSignedIn: false)
                }
                throw AWSMobileClientError.notSignedIn(message: "No user is signed in")
            case .failed(let failure): throw AWSMobileClientError(failure)
            case .expired(let username):
                expectedUser = expectedUser ?? username
                // If a user has signed in during the refresh, try again.
                guard signInsBefore == signIns else { continue }
                if shown.current.userState != .signedOutUserPoolsTokenInvalid {
                    setUserState(.signedOutUserPoolsTokenInvalid, of: username)
                }
                guard await withCheckedContinuation({ waiting.append($0) }) else { throw Self.unableToSignIn }
            }
        }
    }

    static let unableToSignIn = AWSMobileClientError.unableToSignIn(
        message: "Unable to get valid sign in session from the end user.")

    /// Resumes all calls that wait for a sign-in. They fail if `isSignedIn` is false.
    func resumeWaitingCalls(isSignedIn: Bool) {
        let continuations = waiting
        waiting = []
        for continuation in continuations { continuation.resume(returning: isSignedIn) }
    }
}
