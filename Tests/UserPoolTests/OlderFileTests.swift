import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// A pool's file from before tokens had two keys, an event, and before there were groups.
struct OlderFileTests {
    private static let added: Set<String> = ["identitySigningKey", "groups", "event"]

    /// A file's content without what was added later.
    private static func older(_ value: WireValue) -> WireValue {
        switch value {
        case .object(let members):
            .object(members.filter { !added.contains($0.name) }.map { WireMember($0.name, older($0.value)) })
        case .array(let items): .array(items.map(older))
        default: value
        }
    }

    private static func header(_ token: String) throws -> WireValue {
        let parts = token.split(separator: ".").map(String.init)
        return try #require(Base64.bytes(parts[0]).flatMap { WireValue(json: $0) })
    }

    private static func claims(_ token: String) throws -> WireValue {
        let parts = token.split(separator: ".").map(String.init)
        return try #require(Base64.bytes(parts[1]).flatMap { WireValue(json: $0) })
    }

    private static func send(_ pool: CognitoUserPool, _ operation: String, _ body: WireValue) async -> PoolReply {
        await pool.respond(to: operation, Array(body.jsonText.utf8))
    }

    private static func refresh(_ pool: CognitoUserPool, _ token: String) async -> WireValue? {
        let body = PoolBench.body(
            ["AuthFlow": "REFRESH_TOKEN_AUTH", "ClientId": "app-client"], ["REFRESH_TOKEN": token])
        return await send(pool, "InitiateAuth", body).body["AuthenticationResult"]
    }

    @Test func secondKeyIsAddedAndKept() async throws {
        let folder = try PoolFileTests.Folder()
        let (path, desk) = (folder.path + "/pool.json", PoolBench.Desk())
        // Neither key is the environment's: the file alone has them.
        let environment = PoolEnvironment(now: { desk.now })
        let first = try CognitoUserPool(file: path, environment: environment)
        try await first.add(PoolBench.ana)
        let begun = await Self.send(
            first, "InitiateAuth",
            PoolBench.body(
                ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client"],
                ["USERNAME": "ana", "PASSWORD": PoolBench.password]))
        let tokens = try #require(begun.body["AuthenticationResult"])
        let (access, token) = (tokens["AccessToken"]?.string ?? "", tokens["RefreshToken"]?.string ?? "")
        let kept = try #require(WireValue(json: try PackageFiles.bytes(path)))
        try PackageFiles.write(Self.older(kept).jsonText, to: path)

        let second = try CognitoUserPool(file: path, environment: environment)
        let user = await Self.send(second, "GetUser", ["AccessToken": .string(access)])
        #expect(user.body["Username"] == "ana", "tokens of before are good: \(user)")
        let fresh = try #require(await Self.refresh(second, token))
        let (mine, yours) = (fresh["AccessToken"]?.string ?? "", fresh["IdToken"]?.string ?? "")
        #expect(try Self.header(mine)["kid"] == Self.header(access)["kid"], "the key of before signs access tokens")
        #expect(try Self.header(yours)["kid"] != Self.header(mine)["kid"])
        #expect(try Self.claims(mine)["event_id"] == Self.claims(yours)["event_id"])
        #expect(try Self.claims(mine)["event_id"]?.string?.utf8.count == 36)

        let third = try CognitoUserPool(file: path, environment: environment)
        #expect(await third.keySet() == second.keySet(), "the second key is in the file from then on")
        let later = try #require(await Self.refresh(third, token))
        #expect(try Self.header(later["IdToken"]?.string ?? "")["kid"] == Self.header(yours)["kid"])
    }
}
