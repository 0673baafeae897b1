import CognitoClient
public import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
import FlowSealing

/// The namespace for the app's sign-in, as in Amplify: `Amplify.Auth.signIn(…)`.
///
/// An app with several pools creates an ``AuthCategory`` for each.
public enum Amplify {
    /// The shared category. Its calls fail until you call ``configure()`` or ``configure(_:)``.
    public static let Auth = AuthCategory()

    /// Has no effect, because the Cognito plugin is always present. Amplify apps call this before ``configure()``.
    /// - Parameter plugin: ignored.
    /// - Throws: never. The signature matches Amplify's, so that callers can write `try`.
    public static func add(plugin: AWSCognitoAuthPlugin) throws {}

    /// Configures ``Auth`` from the app's configuration file.
    ///
    /// Reads `amplify_outputs.json` or, if that is missing, `amplifyconfiguration.json`. The file is in the app's
    /// bundle, or next to the executable of a program without a bundle.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if both files are missing or the file is invalid.
    public static func configure() throws {
        let names = ["amplify_outputs.json", "amplifyconfiguration.json"]
        guard let path = CognitoConfiguration.path(named: names) else {
            let files = names.joined(separator: " and no ")
            throw AuthError.configuration("There is no \(files)", "Add the file from Amplify's tools to the app")
        }
        do {
            configure(try CognitoApp(CognitoConfiguration(file: path)))
        } catch {
            throw AuthError.configuration("\(path): \(error)", "Generate the file again with Amplify's tools", error)
        }
    }

    /// Configures ``Auth`` with an app client.
    /// - Parameter app: the app client and its transport.
    public static func configure(_ app: CognitoApp) { Auth.configure(app) }
}

/// The Cognito plugin, which is the only plugin.
public struct AWSCognitoAuthPlugin: Sendable {
    /// Creates the plugin.
    public init() {}
}

/// Signs users in and manages their accounts, with the API of Amplify for Swift.
///
/// The flow `amplify` decides what happens next. This module only maps its steps to Amplify's API.
public final class AuthCategory: Sendable, Redacted {
    /// The configured app client and the keeper of its tokens.
    ///
    /// A call reads it once, so that another configuration during the call does not change the app client of the call.
    struct Client: Sendable {
        let app: CognitoApp
        let keeper: SessionKeeper
    }

    /// The configuration and the current sign-in.
    struct Content: Sendable {
        /// The configured app client; nil before the first configuration.
        var client: Client?
        /// The current sign-in, which may have ended; nil if there is none.
        var signIn: SignIn?
        /// The user and the flow of the last sign-up, which may wait for a code.
        var signUp: (username: String, session: ShippedFlow.Register)?
        /// The user of a confirmed sign-up, the service's session, which can sign in without a password, and the client
        /// metadata of the call that confirmed the sign-up.
        var confirmedSignUp: (username: String, session: String, userID: String?, metadata: [String: String]?)?

        /// Returns whether the category was not configured again after a call read `other`.
        func isCurrent(_ other: Client) -> Bool { client?.keeper === other.keeper }
    }

    /// A sign-in, with the configuration that it started with.
    final class SignIn: Sendable {
        let client: Client
        let session: ShippedFlow.Amplify
        /// Seals the sign-in, so that the app can resume it at the next launch. Nil if the app configures no sealing.
        let journal: SnapshotJournal?
        /// Whether the sign-in has succeeded and its tokens are stored.
        let isStored = Locked(false)

        /// Creates a sign-in. Without a journal, it ends with the process.
        init(_ client: Client, session: ShippedFlow.Amplify, journal: SnapshotJournal?) {
            self.client = client
            self.session = session
            self.journal = journal
        }
    }

    let content: Locked<Content>

    /// Creates a category without a configuration. Its calls fail until you call ``configure(_:)``.
    public init() {
        content = Locked(Content())
    }

    /// Creates a configured category.
    /// - Parameter app: the app client and its transport.
    public convenience init(_ app: CognitoApp) {
        self.init()
        configure(app)
    }

    /// Configures the category, or replaces its configuration.
    ///
    /// Cancels a pending sign-in in the background. To wait for the cancellation, call ``cancelSignIn()`` first.
    /// - Parameter app: the app client and its transport.
    public func configure(_ app: CognitoApp) {
        let replaced = content.withLock { content in
            defer { content = Content(client: Client(app: app, keeper: SessionKeeper(app))) }
            return content.signIn
        }
        if let replaced { Task { try? await replaced.cancel() } }
    }

    /// Returns the configured app client.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if there is none.
    func configuredClient() throws(AuthError) -> Client {
        guard let client = content.current.client else { throw Self.notConfigured }
        return client
    }

    static let notConfigured = AuthError.configuration(
        "No user pool is configured", "Call configure before any other call")

    /// Creates a session of a flow. If there is a journal, it records the session.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if the flow's table is damaged.
    func makeSession<Flow: TypedFlow>(
        of flow: Flow.Type, _ app: CognitoApp, _ journal: SnapshotJournal? = nil
    ) throws(AuthError) -> Flow {
        guard let session = try? app.session(of: flow, journal: journal) else {
            throw .configuration("The table of the flow is damaged", "Build the app again")
        }
        return session
    }
}

extension AuthCategory.Client {
    /// Runs a flow other than the sign-in up to its first step or its end.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - inputs: the flow's inputs, without the id and the secret of the app client.
    ///   - argument: the argument that the error names if the flow reports a missing input; nil for the input's own
    ///     name.
    /// - Returns: the first step, or the successful outcome.
    /// - Throws: ``AuthError`` for a failure of the flow.
    func run<Flow: AccountFlow>(
        _ flow: Flow.Type, _ inputs: Flow.Inputs, missing argument: String? = nil
    ) async throws(AuthError) -> AccountResult<Flow.Step.Asked, Flow.Step.Done> {
        do throws(StyleFailure) {
            return try await app.run(flow, inputs, missing: argument)
        } catch {
            throw AuthError(error)
        }
    }

    /// Returns the signed-in user's access token, refreshed if necessary, as an input of a flow.
    /// - Throws: ``AuthError`` if no user is signed in, or if the token cannot be read or refreshed.
    func accessToken() async throws(AuthError) -> FlowSecret {
        switch await keeper.freshTokens() {
        case .valid(_, let tokens): return FlowSecret(tokens.accessToken)
        case .signedOut: throw .signedOut("No user is signed in", "Call signIn first")
        case .expired: throw .sessionExpired("The session has expired", "Sign in again")
        case .failed(let failure): throw AuthError(failure)
        }
    }

    /// Returns the signed-in user and their tokens, which may have expired.
    /// - Returns: the username and the tokens, or nil if no user is signed in.
    /// - Throws: ``AuthError`` if the store cannot be read.
    func storedUser() async throws(AuthError) -> (username: String, tokens: CognitoTokens)? {
        do throws(StyleFailure) {
            return try await keeper.signedInUser()
        } catch {
            throw AuthError(error)
        }
    }

    /// Returns the signed-in user, as the stored access token describes them.
    ///
    /// If the token has no `username`, the name is that of the sign-in. If it has no `sub`, the user id is empty.
    /// - Throws: ``AuthError`` if no user is signed in, or if the store cannot be read.
    func currentUser() async throws(AuthError) -> AuthUser {
        guard let (username, tokens) = try await storedUser() else {
            throw .signedOut("No user is signed in", "Call signIn first")
        }
        let claims = TokenClaims(tokens.accessToken)
        return AuthUser(username: claims?.username ?? username, userId: claims?.subject ?? "")
    }
}
