import CognitoFlows
import CognitoHandlers
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// The Swift of `Docs/HowTo/UseTheLocalPool.md` signs in.
@Suite("Docs/HowTo/UseTheLocalPool.md")
struct LocalPoolPageTests {
    private struct NotSignedIn: Error {}

    private final class Inbox: @unchecked Sendable {
        func add(_ code: String) {}
    }

    @Test("the pool in the process signs in")
    func signIn() async throws {
        let inbox = Inbox()
        let pool = CognitoUserPool(PoolConfiguration(), environment: PoolEnvironment(deliver: { inbox.add($0.code) }))
        try await pool.add([PoolUserSeed(username: "bob", password: "Passw0rd!")])
        let settings = try CognitoSettings(poolID: pool.configuration.poolID, secrets: MemorySecretStore())
        let app = CognitoApp(clientID: "app-client", settings: settings, service: pool)
        let session: ShippedFlow.Amplify = try app.session()
        let password = FlowSecret("Passw0rd!")
        let step = try await session.start(.init(username: "bob", clientID: "app-client", password: password))
        guard case .ended(.signedIn(let user)) = step else { throw NotSignedIn() }
        #expect(user.username == "bob")
    }

    @Test("the Swift of the page is the code of this test, and its seed is one")
    func code() throws {
        #expect(try HowToPage("UseTheLocalPool").missing(in: #filePath) == [])
        let page = try PackageFiles.text("Docs/HowTo/UseTheLocalPool.md")
        let json = page.split(separator: "```json\n")[1].split(separator: "```")[0]
        #expect(try PoolSeed(json: Array(json.utf8)).users.map(\.username) == ["bob", "eve"])
    }
}
