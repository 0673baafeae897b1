import CognitoFlows
import CognitoHandlers
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// The Swift of `Docs/HowTo/UseTheLocalPool.md` signs in.
@Suite("Docs/HowTo/UseTheLocalPool.md")
struct LocalPoolPageTests {
    private final class Inbox: @unchecked Sendable {
        func add(_ code: String) {}
    }

    @Test("the pool in the process signs in")
    func signIn() async throws {
        let inbox = Inbox()
        let pool = CognitoUserPool(PoolConfiguration(), environment: PoolEnvironment(deliver: { inbox.add($0.code) }))
        try await pool.add([PoolUserSeed(username: "bob", password: "Passw0rd!")])
        let app = try CognitoApp(
            clientID: "app-client", settings: CognitoSettings(poolID: pool.configuration.poolID), service: pool)
        let runner = try app.runner(.amplify)
        let step = await runner.start(["clientId": "app-client", "username": "bob", "password": "Passw0rd!"])
        #expect(step.outcome?.name == "signedIn")
    }

    @Test("the Swift of the page is the code of this test, and its seed is one")
    func code() throws {
        #expect(try HowToPage("UseTheLocalPool").missing(in: #filePath) == [])
        let page = try PackageFiles.text("Docs/HowTo/UseTheLocalPool.md")
        let json = page.split(separator: "```json\n")[1].split(separator: "```")[0]
        #expect(try PoolSeed(json: Array(json.utf8)).users.map(\.username) == ["bob", "eve"])
    }
}
