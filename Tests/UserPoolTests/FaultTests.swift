import CognitoClient
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// Every request of every conversation goes wrong once in every way. The host always gets an answer and can always go on or
/// start again; where the flow says retry and the request never arrived, the same session goes on.
///
/// Without `FAULTS=all` each request goes wrong in one of the ways, in turn.
struct FaultTests {
    @Test(arguments: Conversation.all) func hostCanAlwaysGoOn(_ conversation: Conversation) async throws {
        let count = try await Self.count(conversation)
        #expect(count > 0)
        let all = Fault.allCases
        let isWhole = Environment.value("FAULTS") == "all"
        let offset = Conversation.all.firstIndex { $0.testDescription == conversation.testDescription } ?? 0
        for call in 0..<count {
            let faults = isWhole ? all : [all[(call * 4 + offset) % all.count]]
            for fault in faults { try await Self.play(conversation, call, fault) }
        }
    }

    /// How many requests a conversation makes.
    private static func count(_ conversation: Conversation) async throws -> Int {
        let bench = try await conversation.bench()
        let transport = FaultyTransport(bench.pool)
        let runner = try bench.runner(conversation.flow, service: try client(transport))
        let step = await conversation.host(bench).play(runner)
        try #require(step.outcome?.name == "signedIn", "\(step)")
        return transport.count
    }

    private static func client(_ transport: FaultyTransport) throws -> CognitoClient {
        try CognitoClient(
            endpoint: "http://127.0.0.1:1", settings: CognitoClientSettings(retries: .none), transport: transport)
    }

    private static func play(_ conversation: Conversation, _ call: Int, _ fault: Fault) async throws {
        let bench = try await conversation.bench()
        let transport = FaultyTransport(bench.pool, fault: (call, fault))
        let runner = try bench.runner(conversation.flow, service: try client(transport))
        let host = conversation.host(bench)
        let place = "\(conversation.testDescription): request \(call), \(fault.rawValue)"
        var retried = false
        let step = await host.play(runner) { step in
            if let error = step.presentation?.error, transport.count == call + 1, error.type != "" { retried = true }
        }
        #expect(transport.count > call, "\(place) was not made")
        if step.outcome?.name == "signedIn" { return }
        // A step that stands again after a request that never arrived has its session still.
        if retried, !fault.isDone, fault != .deadSession, fault != .notFound {
            Issue.record("\(place): the step stood again, and yet it went on to \(step)")
        }
        let again = await host.playAgain(runner)
        #expect(again.outcome?.name == "signedIn", "\(place): after another start \(again)")
    }
}
