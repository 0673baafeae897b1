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
    /// A folder of a test's own, which goes with it.
    final class Folder: Sendable {
        let path: String

        init() throws {
            var template = Array("/tmp/pool-file-XXXXXX".utf8CString)
            path = try #require(mkdtemp(&template).map { String(cString: $0) })
        }

        deinit {
            for name in PackageFiles.names(in: path) { unlink(path + "/" + name) }
            rmdir(path)
        }
    }

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

    private static func send(_ pool: CognitoUserPool, _ operation: String, _ body: WireValue) async -> PoolReply {
        await pool.respond(to: operation, Array(body.jsonText.utf8))
    }

    private static let contents = [
        "", " ", "{}", "[]", "null", "no JSON", "{\"version\":1}", "{\"version\":2,\"state\":{}}",
        "{\"version\":1,\"state\":{\"users\":{}}}", "\u{0}\u{0}",
        String(repeating: "[", count: 100_000), String(repeating: "{\"state\":", count: 1000),
    ]

    @Test(arguments: contents) func foreignFileIsNamedAndLeftAlone(_ content: String) throws {
        let folder = try Folder()
        let path = folder.path + "/pool.json"
        try PackageFiles.write(content, to: path)
        #expect(throws: PoolFileFailure.malformed(path: path)) { try Self.opened(path) }
        #expect(try PackageFiles.text(path) == content)
        #expect(PackageFiles.names(in: folder.path) == ["pool.json"])
    }

    @Test func whatIsNoFileIsNamed() throws {
        let folder = try Folder()
        #expect(throws: PoolFileFailure.unreadable(path: folder.path)) { try Self.opened(folder.path) }
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(throws: PoolFileFailure.unreadable(path: pipe)) { try Self.opened(pipe) }
    }

    @Test func everyCutAndSomeChangesAreNoticedOrHarmless() async throws {
        let folder = try Folder()
        let path = folder.path + "/pool.json"
        let pool = try Self.opened(path)
        try await pool.add(PoolBench.bob)
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
        let folder = try Folder()
        let path = folder.path + "/pool.json"
        let pool = try Self.opened(path)
        try await pool.add(PoolBench.bob)
        for mode in [0o600, 0o644] as [mode_t] {
            chmod(path, mode)
            try await pool.add(PoolBench.ana)
            var status = stat()
            try #require(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
        #expect(PackageFiles.names(in: folder.path) == ["pool.json"], "no drafts stay")
        let text = try PackageFiles.text(path)
        #expect(!text.contains(PoolBench.password) && !text.contains("B0b-Passw0rd"))
    }

    @Test func sessionsAndTokensAreNotInTheFile() async throws {
        let folder = try Folder()
        let path = folder.path + "/pool.json"
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
        let folder = try Folder()
        let path = folder.path + "/pool.json"
        let bench = try await PoolBench(conversation.configuration, triggers: conversation.triggers, users: [])
        let first = try CognitoUserPool(
            file: path, conversation.configuration, environment: PoolBench.environment(bench.desk))
        try await first.add(conversation.user)
        let service = Restarting(
            path: path, configuration: conversation.configuration, triggers: conversation.triggers, desk: bench.desk)
        let runner = try bench.runner(conversation.flow, service: service)
        let step = await conversation.host(bench).play(runner)
        #expect(step.outcome?.name == "signedIn", "\(step)")
    }

    /// Whoever looks at the file at any moment, as after a kill, finds one that can be gone on with.
    @Test func fileIsWholeAtEveryMoment() async throws {
        let folder = try Folder()
        let path = folder.path + "/pool.json"
        let pool = try Self.opened(path)
        try await pool.add(PoolBench.ana)
        let work = Task {
            for index in 0..<150 {
                let texts = ["ClientId": "app-client", "Username": index % 2 == 0 ? "ana" : "eve\(index)"]
                _ = await Self.send(pool, "ForgotPassword", PoolBench.body(texts))
            }
        }
        var looks = 0
        while looks < 100 {
            _ = try Self.opened(path)
            looks += 1
            await Task.yield()
        }
        await work.value
        #expect(PackageFiles.names(in: folder.path) == ["pool.json"])
    }

    @Test func fileThatCannotBeWrittenIsAFaultAndTheNextRequestMakesUpForIt() async throws {
        let folder = try Folder()
        let inner = folder.path + "/inner"
        try #require(mkdir(inner, 0o700) == 0)
        let path = inner + "/pool.json"
        let desk = PoolBench.Desk()
        let pool = try CognitoUserPool(file: path, environment: PoolBench.environment(desk))
        try await pool.add(PoolBench.ana)
        unlink(path)
        rmdir(inner)
        let body = PoolBench.body(["ClientId": "app-client", "Username": "ana"])
        let failed = await Self.send(pool, "ForgotPassword", body)
        #expect(failed.errorType == "InternalErrorException" && failed.status == 500)
        #expect(desk.messages.isEmpty, "no code goes out that is not kept")
        try #require(mkdir(inner, 0o700) == 0)
        #expect(await Self.send(pool, "ForgotPassword", body).errorType == nil)
        #expect(throws: Never.self) { try Self.opened(path) }
        unlink(path)
        rmdir(inner)
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
