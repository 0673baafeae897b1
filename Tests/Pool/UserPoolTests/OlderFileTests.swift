import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// A pool's file from before tokens had two keys, an event, and before there were groups and the pool's id.
struct OlderFileTests {
    private static let added: Set<String> = ["identitySigningKey", "groups", "event", "poolID"]

    /// A file's content without what was added later.
    private static func older(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(members.filter { !added.contains($0.name) }.map { JSONMember($0.name, older($0.value)) })
        case .array(let items): .array(items.map(older))
        default: value
        }
    }

    private static func send(_ pool: CognitoUserPool, _ operation: String, _ body: JSONValue) async -> PoolReply {
        await pool.respond(to: operation, Array(body.jsonText.utf8))
    }

    private static func refresh(_ pool: CognitoUserPool, _ token: String) async -> JSONValue? {
        let body = PoolBench.body(
            ["AuthFlow": "REFRESH_TOKEN_AUTH", "ClientId": "app-client"], ["REFRESH_TOKEN": token])
        return await send(pool, "InitiateAuth", body).body["AuthenticationResult"]
    }

    /// Lets a test work with the pool of a file, and ends the pool: a file has one at a time.
    private static func withPool<Value: Sendable>(
        _ folder: PoolFolder, _ work: (CognitoUserPool) async throws -> Value
    ) async throws -> Value {
        // Neither key is the environment's: the file alone has them.
        try await work(try CognitoUserPool(file: folder.file, environment: PoolEnvironment(now: { 1_800_000_000 })))
    }

    @Test func secondKeyIsAddedAndKept() async throws {
        let folder = try PoolFolder()
        let tokens = try await Self.withPool(folder) { pool in
            try await pool.add(PoolBench.ana)
            let body = PoolBench.body(
                ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client"],
                ["USERNAME": "ana", "PASSWORD": PoolBench.password])
            return try #require(await Self.send(pool, "InitiateAuth", body).body["AuthenticationResult"])
        }
        let (access, token) = (tokens["AccessToken"]?.string ?? "", tokens["RefreshToken"]?.string ?? "")
        let kept = try #require(JSONValue(json: try PackageFiles.bytes(folder.file)))
        try PackageFiles.write(Self.older(kept).jsonText, to: folder.file)

        let (fresh, keys) = try await Self.withPool(folder) { pool in
            let user = await Self.send(pool, "GetUser", ["AccessToken": .string(access)])
            #expect(user.body["Username"] == "ana", "tokens of before are good: \(user)")
            return (try #require(await Self.refresh(pool, token)), await pool.keySet())
        }
        let (mine, yours) = (fresh["AccessToken"]?.string ?? "", fresh["IdToken"]?.string ?? "")
        #expect(
            try TokenParts(mine).header["kid"] == TokenParts(access).header["kid"],
            "the key of before signs access tokens")
        #expect(try TokenParts(yours).header["kid"] != TokenParts(mine).header["kid"])
        #expect(try TokenParts(mine).claims["event_id"] == TokenParts(yours).claims["event_id"])
        #expect(try TokenParts(mine).claims["event_id"]?.string?.utf8.count == 36)

        try await Self.withPool(folder) { pool in
            #expect(await pool.keySet() == keys, "the second key is in the file from then on")
            let later = try #require(await Self.refresh(pool, token))
            #expect(try TokenParts(later["IdToken"]?.string ?? "").header["kid"] == TokenParts(yours).header["kid"])
        }
    }
}
