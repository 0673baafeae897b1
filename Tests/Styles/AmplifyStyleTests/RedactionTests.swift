import AmplifyStyle
import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import StyleSupport
import TestSupport
import Testing
import UserPool

/// Everything that a host gets in a sign-in, printed, interpolated, dumped and walked by mirrors: nothing planted shows.
@Suite("values that hold secrets show none")
struct RedactionTests {
    private static let name = "ana-planted-user"
    private static let password = "Planted-passw0rd!"

    private struct Control {
        let secret: String
    }

    @Test func controlIsSeen() {
        #expect(shown(Control(secret: Self.password)).contains(Self.password))
        #expect(shown([Control(secret: Self.password)] as [Any]).contains(Self.password))
    }

    @Test func nothingOfASignInShows() async throws {
        var user = StyleBench.ana
        user.username = Self.name
        user.password = Self.password
        user.mfa = [.sms]
        let bench = try await StyleBench(users: [user])
        let app = try bench.app()
        let auth = AuthCategory(app)
        let options = AuthSignInRequest.Options(
            pluginOptions: AWSAuthSignInOptions(metadata: ["planted": "planted-metadata"]))
        let step = try await auth.signIn(username: Self.name, password: Self.password, options: options)
        let state = try #require(await auth.pendingSignIn())
        let runner = try app.runner(.amplify, restoring: state)
        var seen: [Any] = [auth, options, step, step.nextStep, state, runner, app]
        seen += [try #require(await runner.step), try FlowSession(restoring: state, ShippedFlow.amplify.table())]
        let code = bench.code
        seen.append(try await auth.confirmSignIn(challengeResponse: code))
        let session = try await auth.fetchAuthSession()
        let tokens = try session.userPoolTokensResult.get()
        seen += [session, tokens, auth, try await auth.getCurrentUser(), await auth.signOut()]
        let planted = [
            Self.name, Self.password, code, tokens.accessToken, tokens.idToken, tokens.refreshToken, "planted-metadata",
        ]
        for value in seen {
            let text = shown(value)
            for secret in planted {
                #expect(!text.contains(secret), "\(type(of: value)) shows '\(secret.prefix(8))…'")
            }
        }
    }

    @Test func nothingOfARequestShows() {
        let secret = "planted-secret"
        let value = JSONValue.object([JSONMember("a", .array([.string(secret)]))])
        let seen: [Any] = [
            value, JSONMember("a", .string(secret)), FlowValue.text(secret), FlowValue.list([secret]),
            FlowEntry(key: "a", value: secret), FlowReply.json(value), FlowReply.error(type: "wrong", message: secret),
            HTTPField("Authorization", secret),
            HTTPRequest(url: "https://x", fields: [HTTPField("a", secret)], body: Array(secret.utf8)),
            TOTPSetupDetails(sharedSecret: secret, username: secret),
            AuthCognitoTokens(
                idToken: secret, accessToken: secret, refreshToken: secret),
        ]
        for one in seen + [seen] { #expect(!shown(one).contains(secret), "\(type(of: one))") }
        #expect("\(FlowReply.json(value))" == "reply of 24 bytes")
    }
}
