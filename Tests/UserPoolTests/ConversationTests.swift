import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Every shipped flow signs in against the pool, by every challenge that it knows.
struct ConversationTests {
    @Test(arguments: Conversation.all) func signsIn(_ conversation: Conversation) async throws {
        let bench = try await conversation.bench()
        let before = bench.desk.calls.count
        let step = await conversation.host(bench).play(try bench.runner(conversation.flow))
        #expect(step.outcome?.name == "signedIn", "\(step)")
        let asked = bench.desk.calls.dropFirst(before).compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(asked.map(String.init) == conversation.challenges)
    }
}
