import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// What a client does, one thing after the other where it has to be.
actor MobileCore {
    /// What can be read at any time.
    struct Shown: Sendable {
        var app: CognitoApp?
        var userState = UserState.unknown
        var username: String?
        var userSub: String?
    }

    nonisolated let shown: Locked<Shown>
    nonisolated let listeners = Locked<[UserStateListener]>([])
    /// The sign-out at hand: a sign-in waits for it.
    nonisolated let signingOut = Locked<Task<Void, Never>?>(nil)
    private var signIn: FlowRunner<ContinuousClock>?
    private var keeper: SessionKeeper?
    /// Calls for tokens that wait for a sign-in.
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    init(_ app: CognitoApp?) {
        shown = Locked(Shown(app: app))
    }

    /// Sets up anew.
    nonisolated func setUp(_ app: CognitoApp) {
        shown.withLock { $0 = Shown(app: app) }
        Task { await dropAll() }
    }

    private func dropAll() {
        signIn = nil
        keeper = nil
        end(waitWith: false)
    }

    // MARK: State

    /// Reads who is there.
    func initialize() async throws -> UserState {
        if shown.now.userState != .unknown { return shown.now.userState }
        guard let (username, tokens) = await (try tokenKeeper()).kept() else {
            tell(.signedOut)
            return .signedOut
        }
        // Tokens of another app client belong to an installation with another configuration.
        if let client = TokenClaims(tokens.accessToken)?["client_id"], client != (try app()).clientID {
            await forget()
            return .signedOut
        }
        tell(.signedIn, tokens, of: username)
        return .signedIn
    }

    /// What is set up, else what the app's configuration file says.
    func app() throws -> CognitoApp {
        if let app = shown.now.app { return app }
        let folders = [Bundle.main.bundleURL.path, FileManager.default.currentDirectoryPath]
        let paths = folders.map { $0 + "/awsconfiguration.json" }
        guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw AWSMobileClientError.userPoolNotConfigured(message: "There is no awsconfiguration.json")
        }
        do {
            let app = try CognitoApp(CognitoConfiguration(file: path))
            shown.withLock { $0.app = app }
            return app
        } catch {
            throw AWSMobileClientError.invalidConfiguration(message: "\(path): \(error)")
        }
    }

    private func tokenKeeper() throws -> SessionKeeper {
        if let keeper { return keeper }
        let keeper = SessionKeeper(try app())
        self.keeper = keeper
        return keeper
    }

    /// Changes the state and tells the listeners.
    private func tell(_ state: UserState, _ tokens: CognitoTokens? = nil, of username: String? = nil) {
        shown.withLock {
            $0.userState = state
            $0.username = username
            $0.userSub = tokens.flatMap { TokenClaims($0.accessToken)?["sub"] }
        }
        var details: [String: String] = [:]
        if state == .signedIn { details = ["provider": "UserPools", "token": tokens?.idToken ?? ""] }
        if state == .signedOutUserPoolsTokenInvalid { details["username"] = username }
        for listener in listeners.now { listener.callback(state, details) }
    }

    // MARK: Sign-in

    /// Begins a sign-in; a pending one is given up for it.
    func signIn(_ inputs: WireValue) async throws -> SignInResult {
        await signingOut.now?.value
        _ = try await initialize()
        guard shown.now.userState != .signedIn else {
            throw AWSMobileClientError.invalidState(message: "A user is signed in already: sign out first")
        }
        let app = try app()
        let runner = try signIn ?? app.runner(.mobileClient)
        signIn = runner
        return try await result(of: runner.start(app.clientInputs.adding(app.signInInputs).adding(inputs)))
    }

    /// Answers the step that stands.
    func answer(_ answer: String, _ others: WireValue) async throws -> SignInResult {
        guard let runner = signIn, let asked = await runner.step?.presentation else {
            throw AWSMobileClientError.invalidState(message: "Please call `signIn` before calling this method.")
        }
        return try await result(of: runner.submit(asked.asks.answers(answer, others)))
    }

    /// Sends a command of the flow to the step that stands.
    func send(_ command: String) async throws -> SignInResult {
        guard let runner = signIn, await runner.step?.presentation != nil else {
            throw AWSMobileClientError.invalidState(message: "Please call `signIn` before calling this method.")
        }
        return try await result(of: runner.send(command))
    }

    private func result(of step: FlowStep) async throws -> SignInResult {
        let settled: StyleStep
        do throws(StyleFailure) {
            settled = try step.settled()
        } catch {
            throw AWSMobileClientError(error)
        }
        if settled.isOutcome, let tokens = CognitoTokens(settled) {
            let username = settled.text("username") ?? ""
            await (try tokenKeeper()).keep(tokens, of: username)
            // The next sign-in begins anew, also where these tokens are no longer accepted some day.
            signIn = nil
            tell(.signedIn, tokens, of: username)
            end(waitWith: true)
        }
        return SignInResult(settled)
    }

    // MARK: Tokens

    /// Tokens that can be used; where the user must sign in for them, it waits for that.
    func tokens() async throws -> (username: String, tokens: CognitoTokens) {
        _ = try await initialize()
        while true {
            switch await (try tokenKeeper()).fresh() {
            case .valid(let username, let tokens): return (username, tokens)
            case .signedOut: throw AWSMobileClientError.notSignedIn(message: "Nobody is signed in")
            case .failed(let failure): throw AWSMobileClientError(failure)
            case .expired(let username):
                if shown.now.userState != .signedOutUserPoolsTokenInvalid {
                    tell(.signedOutUserPoolsTokenInvalid, of: username)
                }
                let isSignedIn = await withCheckedContinuation { waiting.append($0) }
                guard isSignedIn else {
                    throw AWSMobileClientError.unableToSignIn(
                        message: "Unable to get valid sign in session from the end user.")
                }
            }
        }
    }

    /// Lets all who wait for a sign-in go on: with it, or without.
    func end(waitWith isSignedIn: Bool) {
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume(returning: isSignedIn) }
    }

    // MARK: Accounts

    /// Carries out a flow beside the sign-in.
    func run(_ flow: ShippedFlow, _ inputs: WireValue) async throws -> StyleStep {
        let app = try app()
        do throws(StyleFailure) {
            return try await app.run(flow, inputs)
        } catch {
            throw AWSMobileClientError(error)
        }
    }

    /// Carries out a flow in the name of who is signed in.
    func runSignedIn(_ flow: ShippedFlow, _ inputs: WireValue) async throws -> StyleStep {
        let (_, tokens) = try await tokens()
        return try await run(flow, inputs.adding(["accessToken": .string(tokens.accessToken)]))
    }

    /// Signs out on this device.
    func forget() async {
        if let runner = signIn { _ = await runner.cancel() }
        signIn = nil
        await (try? tokenKeeper())?.forget()
        tell(.signedOut)
        end(waitWith: false)
    }

    /// Signs out at the service, then on this device; where the service does not sign out all devices, nothing changes.
    func signOut(globally: Bool) async throws {
        if let (_, tokens) = await (try tokenKeeper()).kept() {
            let inputs = WireValue.inputs([
                "accessToken": .string(tokens.accessToken), "refreshToken": .text(tokens.refreshToken),
            ])
            if globally { _ = try await run(.signOut, inputs.adding(["task": "global"])) }
            if tokens.areRevocable { _ = try? await run(.signOut, inputs.adding(["task": "revoke"])) }
        }
        await forget()
    }
}
