import FlowHost
import FlowRuntime
import Foundation
import Synchronization
import Testing

@Suite("a rolling upgrade")
struct UpgradeTests {
    /// The nodes behind a load balancer, which replaces them one after the other.
    private final class Cluster: Sendable {
        private let nodes: Mutex<[FlowHost]>

        init(_ nodes: [FlowHost]) { self.nodes = Mutex(nodes) }

        var any: FlowHost { nodes.withLock { $0[Int.random(in: $0.indices)] } }

        /// Replaces every node by one with these versions.
        func roll(_ create: @Sendable () -> FlowHost) async throws {
            for index in nodes.withLock({ $0.indices }) {
                let old = nodes.withLock { nodes -> FlowHost in
                    defer { nodes[index] = create() }
                    return nodes[index]
                }
                await old.shutDown()
                try await Task.sleep(for: .milliseconds(40))
            }
        }
    }

    /// What the clients have seen.
    private final class Board: Sendable {
        let counts = Mutex(Counts())
        let isOver = Mutex(false)
    }

    private struct Counts {
        var ended = 0
        var retries = 0
        var lost: [String] = []
        var versions: Set<String> = []
    }

    @Test("loses no sign-in under load", arguments: [FlowHostSettings.StateStorage.redis, .client])
    func rolling(_ storage: FlowHostSettings.StateStorage) async throws {
        let old = try Samples.amplify()
        let new = try Flows.table("flows/amplify.flow.xml") {
            $0.replacing(#"name="amplify""#, with: #"name="amplify" version="2""#)
        }
        let service = SmsService(delay: .milliseconds(1))
        let create: @Sendable (TransitionTable, [TransitionTable]) -> FlowHost = { table, others in
            Nodes(1, table, others: others, service: service, settings: FlowHostSettings(stateStorage: storage)).hosts[
                0]
        }
        let cluster = Cluster((0..<3).map { _ in create(old, []) })
        let board = Board()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<24 {
                group.addTask { while !board.isOver.withLock({ $0 }) { try await Self.signIn(cluster, board) } }
            }
            try await Task.sleep(for: .milliseconds(200))
            // First all nodes learn the new version. Only then sign-ins begin with it.
            try await cluster.roll { create(old, [new]) }
            try await cluster.roll { create(new, [old]) }
            try await Task.sleep(for: .milliseconds(300))
            board.isOver.withLock { $0 = true }
            try await group.waitForAll()
        }
        let result = board.counts.withLock { $0 }
        print("upgrade: \(result.ended) sign-ins ended, \(result.retries) retries, \(result.lost.count) lost")
        #expect(result.lost.isEmpty, "\(result.lost.prefix(3))")
        #expect(result.ended > 50)
        #expect(service.seen.accepted.count == result.ended)
        // Then the old version can go.
        try await cluster.roll { create(new, []) }
        try await Self.signIn(cluster, board)
        #expect(board.counts.withLock { $0.lost.isEmpty })
    }

    @Test("a node without the version refuses its sign-ins, and does not touch them")
    func unknownVersion() async throws {
        let old = try Samples.amplify()
        let new = try Flows.table("flows/amplify.flow.xml") {
            $0.replacing(#"name="amplify""#, with: #"name="amplify" version="2""#)
        }
        let service = SmsService()
        let state = await Nodes(1, new, service: service)[0].begin().step?.state
        #expect(await Nodes(1, old, service: service)[0].answer("123456", state).summary == "gone another-table")
        let both = Nodes(1, old, others: [new], service: service)[0]
        #expect(await both.answer("123456", state).summary == "end signedIn")
    }

    /// Signs in with a wrong code and a right one, each at any node.
    private static func signIn(_ cluster: Cluster, _ board: Board) async throws {
        var state: String?
        for event in [StepEvent.start(Samples.start), .submit(["code": "000000"]), .submit(["code": "123456"])] {
            var reply = await cluster.any.play(event, of: "amplify", state: state, user: Nodes.user)
            while reply.refusal?.kind == .unavailable {
                board.counts.withLock { $0.retries += 1 }
                try await Task.sleep(for: .milliseconds(5))
                reply = await cluster.any.play(event, of: "amplify", state: state, user: Nodes.user)
            }
            guard let step = reply.step else { return board.counts.withLock { $0.lost.append(reply.summary) } }
            state = step.state
            if step.outcome?.name == "signedIn" { board.counts.withLock { $0.ended += 1 } }
            // Some sign-ins last while several nodes are replaced.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
        }
    }
}
