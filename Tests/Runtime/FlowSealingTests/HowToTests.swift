import FlowCompiler
import FlowDiagnostics
import FlowRuntime
import FlowSealing
import FlowTesting
import TestSupport
import Testing

/// The recipes of `Docs/HowTo` work as they are written.
@Suite("Docs/HowTo: another service, a handler, tests, resuming")
struct HowToTests {
    /// What the pages are about: all their files, which name each other.
    private static func files() throws -> [String: [UInt8]] {
        try ["AnotherService", "YourOwnHandler", "TestAFlow"].map { try HowToPage($0).files }
            .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    private static func table(_ path: String, _ change: (String) -> String = { $0 }) throws -> TransitionTable {
        var files = try files()
        files[path] = Array(change(String(decoding: try #require(files[path]), as: UTF8.self)).utf8)
        let compilation = FlowCompiler.compile(path: path, loader: MemoryLoader(files: files))
        #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
        return try TransitionTable(verifying: try #require(try compilation.table()))
    }

    @Test(
        "the Swift of the pages is the code of these tests",
        arguments: ["YourOwnHandler", "ResumeElsewhere"])
    func code(_ name: String) throws {
        #expect(try HowToPage(name).missing(in: #filePath) == [])
    }

    @Test("the service signs in, with and without a code, and reports errors")
    func service() async throws {
        let table = try Self.table("depot.flow.xml")
        let depot = DepotService(post: { path, _ in
            if path == "/sessions" { return (200, Array(#"{"next":"text_code","ticket":"t1","hints":{}}"#.utf8)) }
            return (200, Array(#"{"token":"T"}"#.utf8))
        })
        let runner = FlowRunner(table, handlers: FlowHandlers(), service: depot, clock: ContinuousClock())
        var step = await runner.start(["user": "ana", "password": "x"])
        if step.presentation?.step == "text_code" { step = await runner.submit(["code": "123456"]) }
        #expect(step.outcome?.name == "signedIn")
        let broken = DepotService(post: { _, _ in (401, Array(#"{"error":"locked"}"#.utf8)) })
        let other = FlowRunner(table, handlers: FlowHandlers(), service: broken, clock: ContinuousClock())
        #expect(await other.start(["user": "ana", "password": "x"]).outcome?.error?.type == "locked")
    }

    @Test("the scenarios of the page pass")
    func scenarios() throws {
        let result = FlowCompiler.compileScenarios(
            path: "depot.scenario.xml", loader: MemoryLoader(files: try Self.files()))
        let table = try Self.table("depot.flow.xml")
        #expect(result.scenarios.count == 3)
        for scenario in result.scenarios { #expect(ScenarioPlayer.play(scenario, table).passed) }
    }

    @Test("the handler computes, and fails as the flow declares")
    func handler() async throws {
        @Sendable func stretched(_ pin: FlowSecret, _ user: String) -> String { "\(pin.count) of \(user)" }
        var handlers = FlowHandlers()
        handlers.register("pin.stretch") { inputs throws(FlowHandlerFailure) in
            let user = try inputs.text("user")
            let pin = try inputs.secret("pin")
            guard pin.count >= 4 else { throw FlowHandlerFailure("weak-pin", "The PIN is too short") }
            var outputs = FlowHandlerOutputs()
            outputs.set("password", FlowSecret(stretched(pin, user)))
            return outputs
        }
        let depot = DepotService(post: { _, body in
            let isStretched = String(decoding: body, as: UTF8.self).contains(#""password":"4 of ana""#)
            return isStretched ? (200, Array(#"{"token":"T"}"#.utf8)) : (401, Array(#"{"error":"locked"}"#.utf8))
        })
        let table = try Self.table("pin.flow.xml")
        let runner = FlowRunner(table, handlers: handlers, service: depot, clock: ContinuousClock())
        #expect(await runner.start(["user": "ana", "pin": "1234"]).outcome?.name == "signedIn")
        #expect(await runner.start(["user": "ana", "pin": "1"]).outcome?.error?.type == "weak-pin")
    }

    @Test("a sign-in resumes on another machine, in its own table, after a new version was deployed")
    func resuming() async throws {
        let secretBytes = [UInt8](repeating: 7, count: 32)
        let key = SnapshotKeyring.Key(id: "2026-11", secret: secretBytes)
        guard let key else { throw SetUpFailure.badKey }
        let keys = SnapshotKeyring(key)
        let keeper = MemorySnapshotGuard()
        let old = try Self.table("depot.flow.xml")
        let new = try Self.table("depot.flow.xml") { $0.replacing(#"attempts="3""#, with: #"attempts="4""#) }
        let depot = DepotService(post: { path, _ in
            if path == "/sessions" { return (200, Array(#"{"next":"text_code","ticket":"t1","hints":{}}"#.utf8)) }
            return (200, Array(#"{"token":"T"}"#.utf8))
        })
        let (now, webSession): (UInt64, String) = (1_000_000, "web-1")
        let before = SignIns(tables: [old], keys: keys, keeper: keeper, service: depot)
        let started = await before.start(["user": "ana", "password": "x"], webSession, now: now)
        let sealed = try #require(started.sealed)

        let signIns = SignIns(tables: [new, old], keys: keys, keeper: keeper, service: depot)
        let runner = try await signIns.resume(sealed, webSession, now: now)
        let current = await runner.recover()
        let next = await runner.submit(["code": "123456"])
        #expect(current.presentation?.step == "text_code" && next.outcome?.name == "signedIn")

        func error(_ signIns: SignIns, _ webSession: String, _ now: UInt64) async -> FlowSnapshotError? {
            do { _ = try await signIns.resume(sealed, webSession, now: now) } catch {
                return error as? FlowSnapshotError
            }
            return nil
        }
        let without = SignIns(tables: [new], keys: keys, keeper: keeper, service: depot)
        #expect(await error(without, webSession, now) == .anotherTable)
        #expect(await error(signIns, "web-2", now) == .anotherBinding(.user))
        #expect(await error(signIns, webSession, now + 900) == .expired)
        #expect(await error(signIns, webSession, now) == .spent)
    }
}

private enum SetUpFailure: Error { case badKey }

struct DepotService: FlowService {
    /// Your HTTP client: takes a path and a body, returns status and body.
    let post: @Sendable (_ path: String, _ body: [UInt8]) async throws -> (status: Int, body: [UInt8])

    func call(_ request: FlowRequest) async -> FlowReply {
        let path = request.operation == "Login" ? "/sessions" : "/sessions/answer"
        guard let (status, body) = try? await post(path, Array(request.body.jsonText.utf8)) else {
            return .error(type: "network", message: "Depot cannot be reached")
        }
        if status == 200 { return .body(body) }
        let error = JSONValue(json: body)?["error"]?.string ?? "unknown"
        return .error(type: error, message: "Depot answered with \(status)")
    }
}

struct SignIns: Sendable {
    let tables: [TransitionTable]
    let keys: SnapshotKeyring
    let keeper: any SnapshotGuard
    let service: any FlowService

    func snapshots(_ table: TransitionTable, _ webSession: String) -> GuardedSnapshots {
        let binding = SnapshotBinding(poolID: "us-east-1_AbC", clientID: "my-app", user: Array(webSession.utf8))
        return GuardedSnapshots(SnapshotSealer(table, binding: binding, seal: keys), guardedBy: keeper)
    }

    func start(_ inputs: JSONValue, _ webSession: String, now: UInt64) async -> (FlowStep, sealed: [UInt8]?) {
        let journal = SnapshotJournal(snapshots(tables[0], webSession), expiry: now + 900)
        let runner = FlowRunner(
            tables[0], handlers: FlowHandlers(), service: service, clock: ContinuousClock(), now: .seconds(now),
            journal: journal)
        return (await runner.start(inputs), await journal.sealed)
    }

    func resume(_ sealed: [UInt8], _ webSession: String, now: UInt64) async throws -> FlowRunner<ContinuousClock> {
        for table in tables {
            let snapshots = snapshots(table, webSession)
            do {
                let snapshot = try await snapshots.resume(sealed, now: now)
                return FlowRunner(
                    session: try FlowSession(restoring: snapshot.state, table), handlers: FlowHandlers(),
                    service: service, clock: ContinuousClock(), now: .seconds(now),
                    journal: SnapshotJournal(snapshots, resuming: snapshot))
            } catch FlowSnapshotError.anotherTable { continue }
        }
        throw FlowSnapshotError.anotherTable
    }
}
