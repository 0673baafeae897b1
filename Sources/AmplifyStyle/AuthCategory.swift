public import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import FlowSealing

/// Signs users in and keeps their accounts, with the calls of Amplify for Swift. Every call returns.
///
/// What follows what says the flow `amplify`: here stand names, and how they become inputs and answers.
public final class AuthCategory: Sendable {
    /// What is set up, and the sign-in at hand.
    struct Content: Sendable {
        var app: CognitoApp?
        var keeper: SessionKeeper?
        var signIn: SignIn?
        /// The sign-up that waits for its code, and whose it is.
        var signUp: (username: String, runner: FlowRunner<ContinuousClock>)?
        /// Who confirmed a sign-up, the session that signs them in without a password, and the id of the new account.
        var signedUp: (username: String, session: String, userID: String?)?
    }

    /// A sign-in with what it began with, whatever is configured meanwhile.
    struct SignIn: Sendable {
        let app: CognitoApp
        let keeper: SessionKeeper
        let runner: FlowRunner<ContinuousClock>
        /// What keeps it while the app does not run, if the app says how.
        var journal: SnapshotJournal?
    }

    let content: Locked<Content>

    /// A sign-in that is not set up yet: its calls throw ``AuthError/configuration(_:_:_:)``.
    public init() {
        content = Locked(Content())
    }

    /// A sign-in.
    /// - Parameter app: the app client, and what carries its requests.
    public convenience init(_ app: CognitoApp) {
        self.init()
        configure(app)
    }

    /// Sets the sign-in up, or anew. A pending one is given up in the background: where that matters, call ``cancelSignIn()`` before.
    /// - Parameter app: the app client, and what carries its requests.
    public func configure(_ app: CognitoApp) {
        let old = content.withLock { content in
            defer { content = Content(app: app, keeper: SessionKeeper(app)) }
            return content.signIn
        }
        if let old { Task { try? await old.giveUp() } }
    }

    /// What is set up.
    func app() throws(AuthError) -> CognitoApp {
        guard let app = content.now.app else { throw Self.notConfigured }
        return app
    }

    /// What keeps the tokens.
    func keeper() throws(AuthError) -> SessionKeeper {
        guard let keeper = content.now.keeper else { throw Self.notConfigured }
        return keeper
    }

    private static let notConfigured = AuthError.configuration(
        "Nothing is configured", "Call Amplify.configure before anything else")

    /// A runner of a flow that waits for the user.
    func runner(
        _ flow: ShippedFlow, _ app: CognitoApp, _ journal: SnapshotJournal? = nil
    ) throws(AuthError) -> FlowRunner<ContinuousClock> {
        guard let runner = try? app.runner(flow, journal: journal) else {
            throw .configuration("The table of the flow is damaged", "Build the app anew")
        }
        return runner
    }

    /// Carries out a flow beside the sign-in.
    func run(
        _ flow: ShippedFlow, _ inputs: KeyValuePairs<String, JSONValue?>, _ arguments: [String: String] = [:]
    ) async throws(AuthError) -> StyleStep {
        let app = try app()
        do throws(StyleFailure) {
            return try await app.run(flow, .inputs(inputs), arguments)
        } catch {
            throw AuthError(error)
        }
    }

    /// The access token of who is signed in, refreshed if it has to be.
    func accessToken() async throws(AuthError) -> JSONValue {
        switch try await keeper().fresh() {
        case .valid(_, let tokens): return .string(tokens.accessToken)
        case .signedOut: throw .signedOut("Nobody is signed in", "Call signIn first")
        case .expired: throw .sessionExpired("The session has ended", "Sign in again")
        case .failed(let failure): throw AuthError(failure)
        }
    }
}
