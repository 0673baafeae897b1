import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pool in a file: what was answered is kept, and what is in the file can always be gone on with.
struct PoolFileTests {
    /// A service that opens the pool anew from its file for each request.
    private struct Restarting: FlowService {
        let path: String
        let configuration: PoolConfiguration
        let triggers: CustomAuthTriggers?
        let desk: PoolBench.Desk

        func call(_ request: FlowRequest) async -> FlowReply {
            let environment = PoolBench.environment(desk)
            guard
                let pool = try? CognitoUserPool(file: path, configuration, environment: environment, triggers: triggers)
            else { return .error(type: "InternalErrorException", message: "the file cannot be read") }
            return await pool.call(request)
        }
    }

    private static func environment() -> PoolEnvironment { PoolBench.environment(PoolBench.Desk()) }

    private static func opened(_ path: String) throws(PoolFileFailure) -> CognitoUserPool {
        try CognitoUserPool(file: path, environment: environment())
    }

    private static func send(_ pool: CognitoUserPool, _ operation: String, _ body: JSONValue) async -> PoolReply {
        await pool.respond(to: operation, Array(body.jsonText.utf8))
    }

    private static let contents = [
        "", " ", "{}", "[]", "null", "no JSON", "{\"version\":1}", "{\"version\":2,\"state\":{}}",
        "{\"version\":1,\"state\":{\"users\":{}}}", "\u{0}\u{0}",
        String(repeating: "[", count: 100_000), String(repeating: "{\"state\":", count: 1000),
    ]

    @Test(arguments: contents) func foreignFileIsNamedAndLeftAlone(_ content: String) throws {
        let folder = try PoolFolder()
        let path = folder.file
        try PackageFiles.write(content, to: path)
        #expect(throws: PoolFileFailure.malformed(path: path)) { try Self.opened(path) }
        #expect(try PackageFiles.text(path) == content)
        #expect(PackageFiles.names(in: folder.path) == ["pool.json"])
    }

    /// The pool's name is part of every verifier, so under another id every password would be wrong.
    @Test func fileOfAnotherPoolIsNamedAndLeftAlone() async throws {
        let folder = try PoolFolder()
        let path = folder.file
        let alpha = PoolConfiguration.with { $0.poolID = "us-east-1_Alpha" }
        try await CognitoUserPool(file: path, alpha, environment: Self.environment()).add(PoolBench.ana)
        let content = try PackageFiles.text(path)
        #expect(throws: PoolFileFailure.otherPool(path: path, id: "us-east-1_Alpha")) { try Self.opened(path) }
        #expect(try PackageFiles.text(path) == content)
        let body = PoolBench.body(
            ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client"],
            ["USERNAME": "ana", "PASSWORD": PoolBench.password])
        let pool = try CognitoUserPool(file: path, alpha, environment: Self.environment())
        #expect(await Self.send(pool, "InitiateAuth", body).isSignedIn)
    }

    @Test func whatIsNoFileIsNamed() throws {
        let folder = try PoolFolder()
        #expect(throws: PoolFileFailure.unreadable(path: folder.path)) { try Self.opened(folder.path) }
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(throws: PoolFileFailure.unreadable(path: pipe)) { try Self.opened(pipe) }
    }

    @Test func everyCutAndSomeChangesAreNoticedOrHarmless() async throws {
        let folder = try PoolFolder()
        let path = folder.file
        try await Self.opened(path).add(PoolBench.bob)
        let whole = try PackageFiles.bytes(path)
        var random = Seeded(8)
        for _ in 0..<60 {
            let cut = String(decoding: whole.prefix(random.below(whole.count)), as: UTF8.self)
            try PackageFiles.write(cut, to: path)
            #expect(throws: PoolFileFailure.malformed(path: path)) { try Self.opened(path) }
            var changed = whole
            changed[random.below(changed.count)] = UInt8(32 + random.below(90))
            try PackageFiles.write(String(decoding: changed, as: UTF8.self), to: path)
            guard let pool = try? Self.opened(path) else { continue }
            let body = PoolBench.body(
                ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client"], ["USERNAME": "bob", "PASSWORD": "x"])
            let reply = await Self.send(pool, "InitiateAuth", body)
            #expect(reply.errorType != nil)
        }
    }

    @Test func onlyItsOwnerReadsTheFile() async throws {
        let folder = try PoolFolder()
        let path = folder.file
        let pool = try Self.opened(path)
        try await pool.add(PoolBench.bob)
        for mode in [0o600, 0o644] as [mode_t] {
            chmod(path, mode)
            try await pool.add(PoolBench.ana)
            var status = stat()
            try #require(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
        #expect(folder.names == ["pool.json", "pool.json.lock"], "no drafts stay")
        let text = try PackageFiles.text(path)
        #expect(!text.contains(PoolBench.password) && !text.contains("B0b-Passw0rd"))
    }

    @Test func sessionsAndTokensAreNotInTheFile() async throws {
        let folder = try PoolFolder()
        let path = folder.file
        let pool = try Self.opened(path)
        try await pool.add(PoolBench.ana)
        let choice = await Self.send(
            pool, "InitiateAuth",
            PoolBench.body(["AuthFlow": "USER_AUTH", "ClientId": "app-client"], ["USERNAME": "ana"]))
        let done = await Self.send(
            pool, "InitiateAuth",
            PoolBench.body(
                ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client"],
                ["USERNAME": "ana", "PASSWORD": PoolBench.password]))
        let refresh = try #require(done.body.at(["AuthenticationResult", "RefreshToken"])?.string)
        let text = try PackageFiles.text(path)
        #expect(!text.contains(try #require(choice.session)) && !text.contains(refresh))
    }

    @Test(arguments: Conversation.all.filter { $0.flow == "amplify" && !$0.hasPasskey && !$0.isRemembered })
    func signInGoesOnOverRestarts(_ conversation: Conversation) async throws {
        let folder = try PoolFolder()
        let path = folder.file
        let bench = try await PoolBench(conversation.configuration, triggers: conversation.triggers, users: [])
        try await CognitoUserPool(
            file: path, conversation.configuration, environment: PoolBench.environment(bench.desk)
        ).add(conversation.user)
        let service = Restarting(
            path: path, configuration: conversation.configuration, triggers: conversation.triggers, desk: bench.desk)
        let runner = try bench.runner(conversation.flow, service: service)
        let step = await conversation.host(bench).play(runner)
        #expect(step.outcome?.name == "signedIn", "\(step)")
    }

    /// Whoever looks at the file at any moment, as after a kill, finds one that can be gone on with.
    @Test func fileIsWholeAtEveryMoment() async throws {
        let folder = try PoolFolder()
        let path = folder.file
        let pool = try Self.opened(path)
        try await pool.add(PoolBench.ana)
        let work = Task {
            for index in 0..<150 {
                let texts = ["ClientId": "app-client", "Username": index % 2 == 0 ? "ana" : "eve\(index)"]
                _ = await Self.send(pool, "ForgotPassword", PoolBench.body(texts))
            }
        }
        let look = folder.path + "/look.json"
        for _ in 0..<100 {
            try PackageFiles.write(try PackageFiles.text(path), to: look)
            _ = try Self.opened(look)
            await Task.yield()
        }
        await work.value
        #expect(folder.names.allSatisfy { !$0.hasSuffix(".new") })
    }

    /// Ten thousand users, and a thousand looks at them by name, alias and an unknown name.
    @Test func manyUsersAreFoundByIndex() async throws {
        let pool = CognitoUserPool(environment: Self.environment())
        for index in 0..<10_000 {
            try await pool.add(
                PoolUserSeed(username: "user\(index)", attributes: ["email": "user\(index)@example.com"]))
        }
        for index in 0..<1000 {
            let name = index % 2 == 0 ? "user\(index * 10)@example.com" : "user\(index)"
            let body = PoolBench.body(["AuthFlow": "USER_AUTH", "ClientId": "app-client"], ["USERNAME": name])
            let reply = await Self.send(pool, "InitiateAuth", body)
            #expect(reply.parameter("USERNAME") == "user\(index % 2 == 0 ? index * 10 : index)")
        }
    }
}
