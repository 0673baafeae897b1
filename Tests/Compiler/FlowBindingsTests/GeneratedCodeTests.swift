import CognitoHandlers
import FlowCompiler
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// The type that is generated from `kiosk.flow.xml`: a part of this test target, and used as a host uses it.
@Suite("Generated Swift") struct GeneratedCodeTests {
    @Test("the committed file is what the compiler generates") func golden() throws {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        let compilation = FlowCompiler.compile(path: "flows/kiosk.flow.xml", loader: loader)
        let table = try #require(try compilation.table())
        let options = SwiftOptions(command: "flowc generate swift kiosk.flow.xml", version: "0.1.0")
        let text = SwiftWriter.file(try #require(HostInterface(compilation)), table: table, options: options)
        let path = "Tests/Compiler/FlowBindingsTests/Kiosk.swift"
        if Environment.isRecording { try PackageFiles.write(text, to: path) }
        #expect(text == (try PackageFiles.text(path)), "read the difference, and record it with RECORD=1")
    }

    private let codes = SentCodes()

    /// A session of the flow against a pool with one user.
    private func kiosk(clock: some Clock<Duration> = ContinuousClock()) async throws -> Kiosk {
        let pool = CognitoUserPool(
            PoolConfiguration(), environment: PoolEnvironment(deliver: { [codes] in codes.add($0.code) }))
        try await pool.add(
            PoolUserSeed(username: "ana", password: "Passw0rd!", attributes: ["email": "ana@example.com"]))
        let settings = try CognitoSettings(
            poolID: pool.configuration.poolID, deviceName: "kiosk", secrets: MemorySecretStore())
        return try Kiosk(handlers: .cognito(settings), service: pool, clock: clock)
    }

    @Test("a host signs in without a name of the flow as a text") func signIn() async throws {
        let kiosk = try await kiosk()
        var step = try await kiosk.start(Kiosk.Inputs(building: "north"))
        var passed: [String] = []
        loop: while true {
            switch step {
            case .whoAreYou(let it):
                passed.append("badge in \(it.building)")
                step = try await it.submit(badge: "ana")
            case .houseRules(let it):
                passed.append("rules")
                step = try await it.submit(.agree)
            case .howWillYouProveIt(let it):
                passed.append("way")
                step = try await it.submit(.mail)
            case .typeTheCode(let it):
                passed.append("code, \(it.error.map { "\($0.kind)" } ?? "no error")")
                step = try await it.submit(code: it.error == nil ? "000000" : codes.last)
            case .typeThePassword(let it): step = try await it.back()
            case .ended(.signedIn(let tokens)):
                passed.append(tokens.username)
                break loop
            case .ended(.failed), .ended(.cancelled), .ended(.expired):
                Issue.record("not signed in")
                break loop
            }
        }
        #expect(
            passed == ["badge in north", "rules", "way", "code, no error", "code, codeMismatch", "ana"])
    }

    @Test("a step that was answered refuses another answer, and shows no value in its description") func answeredOnce()
        async throws
    {
        let kiosk = try await kiosk()
        guard case .whoAreYou(let badge) = try await kiosk.start(Kiosk.Inputs()) else {
            Issue.record("another step")
            return
        }
        #expect("\(badge)" == "WhoAreYou(secret)")
        _ = try await badge.submit(badge: "ana")
        await #expect(throws: FlowRefusal(.superseded, "submit")) { _ = try await badge.submit(badge: "bob") }
        guard case .houseRules = await kiosk.step else {
            Issue.record("the answer changed the session")
            return
        }
    }

    @Test("whoever only iterates sees the flow end when its time is over") func expiry() async throws {
        let kiosk = try await kiosk()
        let badge = try await kiosk.start(Kiosk.Inputs(sessionSeconds: .seconds(1)))
        guard case .whoAreYou = badge else {
            Issue.record("another step")
            return
        }
        var last: Kiosk.Step?
        for await step in kiosk.steps { last = step }
        guard case .ended(.expired) = last else {
            Issue.record("the flow has not ended by time, but with \(String(describing: last))")
            return
        }
    }
}

/// The codes that the pool has sent.
private final class SentCodes: Sendable {
    private let codes = Locked<[String]>([])

    func add(_ code: String) { codes.withLock { $0.append(code) } }
    var last: String { codes.current.last ?? "" }
}
