import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension MobileCore {
    /// The signed-in user of an app, with valid tokens. All values belong to the same set-up.
    struct SignedInUser: Sendable {
        let app: CognitoApp
        let keeper: SessionKeeper
        let setUp: Int
        let username: String
        let tokens: CognitoTokens
    }

    /// Returns the signed-in user of the current app. Like ``tokens()``, it may wait for a sign-in.
    /// - Throws: an ``AWSMobileClientError``, also if the client was configured again during the call.
    func signedInUser() async throws -> SignedInUser {
        let app = try currentApp()
        // Read before the keeper and the tokens, so that the check below detects that they belong to another app.
        let setUp = setUps
        let keeper = try tokenKeeper()
        let (username, tokens) = try await tokens()
        guard isCurrent(setUp) else { throw Self.unableToSignIn }
        return SignedInUser(app: app, keeper: keeper, setUp: setUp, username: username, tokens: tokens)
    }

    /// Runs a flow for the signed-in user up to its first step or end. Like ``tokens()``, it may wait for a sign-in.
    ///
    /// After another set-up during the call, the access token is not sent to the new app.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - argument: the argument that the error names if the flow reports a missing input; nil for the input's own
    ///     name.
    ///   - inputs: creates the flow's inputs from the access token.
    /// - Returns: the first step, or the successful outcome.
    /// - Throws: an ``AWSMobileClientError``.
    func runSignedIn<Flow: AccountFlow>(
        _ flow: Flow.Type, missing argument: String? = nil,
        _ inputs: @Sendable (_ accessToken: FlowSecret) -> Flow.Inputs
    ) async throws -> AccountResult<Flow.Step.Asked, Flow.Step.Done> {
        let user = try await signedInUser()
        return try await run(flow, inputs(FlowSecret(user.tokens.accessToken)), missing: argument, for: user.app)
    }

    /// Runs a flow other than the sign-in up to its first step or its end.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - inputs: the flow's inputs, without the id and the secret of the app client.
    ///   - argument: the argument that the error names if the flow reports a missing input; nil for the input's own
    ///     name.
    ///   - app: the app to run the flow for; nil for the current one.
    /// - Returns: the first step, or the successful outcome.
    /// - Throws: an ``AWSMobileClientError``.
    func run<Flow: AccountFlow>(
        _ flow: Flow.Type, _ inputs: Flow.Inputs, missing argument: String? = nil, for app: CognitoApp? = nil
    ) async throws -> AccountResult<Flow.Step.Asked, Flow.Step.Done> {
        let app = try app ?? currentApp()
        do throws(StyleFailure) {
            return try await app.run(flow, inputs, missing: argument)
        } catch {
            throw AWSMobileClientError(error)
        }
    }
}
