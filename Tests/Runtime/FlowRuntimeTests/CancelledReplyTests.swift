import FlowCompiler
import FlowRuntime
import TestSupport
import Testing

/// A flow has a token and asks for more; what its `cancel` does then is an input.
@Suite("A reply that the flow has taken when it is cancelled")
struct CancelledReplyTests {
    private static let files = [
        "f.service.xml": """
        <service name="s">
          <reply name="auth" success="Token"><output name="Token" type="secret"/></reply>
          <operation name="Begin" reply="auth"/>
          <operation name="More"><output name="Note"/></operation>
        </service>
        """,
        "f.flow.xml": """
        <flow name="f" service="f.service.xml" start="begin">
          <data><input name="way" required="true"/></data>
          <handler name="store"><needs name="Token" type="secret"/></handler>
          <call id="begin" operation="Begin" requires="Token"><on event="success" to="more"/></call>
          <call id="more" operation="More">
            <on event="cancel" when="way is keep" to="kept"/><on event="cancel" when="way is store" to="storing"/>
            <on event="success" to="kept"/>
          </call>
          <choice id="storing">
            <handle handler="store"><on failure="*" to="gone"/></handle><otherwise to="stored"/>
          </choice>
          <on event="cancel invalid" to="gone"/><on error="*" to="gone"/>
          <end id="kept"><show name="token" from="Token" disclose="true"/></end>
          <end id="stored"/><end id="gone"/>
        </flow>
        """,
    ]

    /// A service that grants a token, keeps the second request waiting, and notes what it gets back.
    private actor GrantingService: FlowService {
        private(set) var requests = 0
        private(set) var discarded: [String] = []

        func call(_ request: FlowRequest) async -> FlowReply {
            requests += 1
            return request.operation == "Begin" ? success : await waitForEver()
        }

        func discard(_ reply: FlowReply, to request: FlowRequest) { discarded.append(request.operation) }
    }

    private let service = GrantingService()

    private func runner(failing: Bool = false) throws -> FlowRunner<ManualClock> {
        let compiled = FlowFile.compile("f.flow.xml") { path in Self.files[path].map { Array($0.utf8) } }
        var handlers = FlowHandlers()
        handlers.register("store") { _ throws(FlowHandlerFailure) in
            if failing { throw FlowHandlerFailure("full") }
            return [:]
        }
        return FlowRunner(
            try TransitionTable(verifying: try #require(compiled.table, "\(compiled.report)")), handlers: handlers,
            service: service, clock: ManualClock())
    }

    /// Starts a flow, and cancels it while it asks for more.
    private func cancelled(_ runner: FlowRunner<ManualClock>, way: String) async throws -> FlowStep {
        let start = BackgroundWork { await runner.start(.object([JSONMember("way", .string(way))])) }
        try await until { await service.requests == 2 }
        let step = await runner.cancel()
        #expect(try await start.value.refusal?.code == "superseded")
        return step
    }

    /// Lets tasks run that the runner has begun and nobody waits for.
    private func settle() async { for _ in 0..<100 { await Task.yield() } }

    @Test("stays the flow's if the cancellation shows what it granted")
    func shown() async throws {
        let outcome = try await cancelled(try runner(), way: "keep").outcome
        #expect(outcome?.parameters["token"] == .string("t-1"))
        await settle()
        #expect(await service.discarded.isEmpty)
    }

    @Test("stays the flow's if the task of the call is cancelled, too")
    func shownAfterTheTask() async throws {
        let runner = try runner()
        let start = BackgroundWork { await runner.start(["way": "keep"]) }
        try await until { await service.requests == 2 }
        start.cancel()
        #expect(try await start.value.outcome?.parameters["token"] == .string("t-1"))
        await settle()
        #expect(await service.discarded.isEmpty)
    }

    @Test("stays the flow's if the cancellation stores what it granted")
    func stored() async throws {
        #expect(try await cancelled(try runner(), way: "store").outcome?.name == "stored")
        await settle()
        #expect(await service.discarded.isEmpty)
    }

    @Test("goes back if nothing keeps what it granted", arguments: [("store", true), ("drop", false)])
    func dropped(_ way: String, _ failing: Bool) async throws {
        #expect(try await cancelled(try runner(failing: failing), way: way).outcome?.name == "gone")
        try await until { await service.discarded == ["Begin"] }
    }
}
