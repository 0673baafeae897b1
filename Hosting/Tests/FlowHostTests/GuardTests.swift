import FlowHost
import FlowRuntime
import FlowSealing
import FlowTesting
import Foundation
import Testing

@Suite("the guard of a step")
struct GuardTests {
    private static let storages: [FlowHostSettings.StateStorage] = [.redis, .client]

    @Test("an event is one member, and an error may accompany a command")
    func events() throws {
        let forms = [
            #"{"start":{}}"#: "start", #"{"back":true}"#: "command", #"{"event":"stop"}"#: "command",
            #"{"error":{"type":"x"},"event":"stop"}"#: "command", #"{"event":"stop","error":{"type":"x"}}"#: "command",
            #"{"event":"stop","other":1}"#: "none", #"{"error":{"type":"x"}}"#: "none", #"{"event":1}"#: "none",
            #"{"submit":{},"start":{}}"#: "none", #"{"event":"stop","error":{}}"#: "none", "{}": "none", "[]": "none",
        ]
        for (text, kind) in forms {
            let json = try #require(JSONValue(json: Array(text.utf8)))
            let event = StepEvent(json: json)
            switch event {
            case .start: #expect(kind == "start", "\(text)")
            case .command: #expect(kind == "command", "\(text)")
            case nil: #expect(kind == "none", "\(text)")
            case .submit, .select: Issue.record("\(text)")
            }
        }
    }

    @Test("a sign-in goes from node to node to its end", arguments: storages)
    func nodes(_ storage: FlowHostSettings.StateStorage) async throws {
        let service = SmsService()
        let nodes = Nodes(3, try Samples.amplify(), service: service, settings: FlowHostSettings(stateStorage: storage))
        let first = await nodes[0].begin()
        #expect(first.summary == "step " + Samples.step)
        #expect(first.step?.commands.isEmpty == false)
        let second = await nodes[1].answer("000000", first.step?.state)
        #expect(second.summary == "step " + Samples.step)
        #expect(second.step?.presentation?.error?.type == "CodeMismatchException")
        let shown = await nodes[0].host.current(of: "amplify", state: second.step?.state ?? "", user: Nodes.user)
        #expect(shown.step?.json.jsonText == second.step?.json.jsonText)
        let wrong = await nodes[2].host.play(
            .submit(["codes": "1"]), of: "amplify", state: second.step?.state, user: Nodes.user)
        #expect(wrong.summary == "answer missing-parameter" || wrong.summary == "answer unknown-parameter")
        let end = await nodes[2].answer("123456", second.step?.state)
        #expect(end.summary == "end signedIn" && end.step?.state == nil)
    }

    @Test("a host continues the states of the other storage, and answers with its own")
    func otherStorage() async throws {
        let service = SmsService()
        let inRedis = Nodes(1, try Samples.amplify(), service: service)[0]
        let inClient = Node(host: inRedis.host.storingState(in: .client))
        let first = await inRedis.begin()
        let second = await inClient.answer("000000", first.step?.state)
        let third = await inRedis.answer("000000", second.step?.state)
        #expect([first, second, third].allSatisfy { $0.summary == "step " + Samples.step })
        #expect([first, third].allSatisfy { $0.step?.state?.utf8.count == 45 })
        #expect((second.step?.state?.utf8.count ?? 0) > 400)
        #expect(await inClient.answer("000000", first.step?.state).refusal?.kind == .superseded)
        #expect(await inClient.answer("123456", third.step?.state).summary == "end signedIn")
        await inClient.host.shutDown()
        #expect(await inRedis.begin().summary == "unavailable unavailable")
    }

    @Test("an answer given twice at two nodes at once is played once", arguments: storages)
    func races(_ storage: FlowHostSettings.StateStorage) async throws {
        let service = SmsService(delay: .milliseconds(1))
        let nodes = Nodes(2, try Samples.amplify(), service: service, settings: FlowHostSettings(stateStorage: storage))
        var counts: [String: Int] = [:]
        for round in 0..<1000 {
            let state = await nodes[round].begin().step?.state
            // Every second race is between a right and a wrong answer, and between different sizes of delay.
            async let one = nodes[0].answer("123456", state)
            if round % 3 == 0 { try await Task.sleep(for: .microseconds(round)) }
            async let two = nodes[1].answer(round % 2 == 0 ? "123456" : "999999", state)
            let replies = await [one, two]
            #expect(replies.filter { $0.step != nil }.count == 1, "\(replies.map(\.summary))")
            for reply in replies { counts[reply.summary, default: 0] += 1 }
        }
        print("races:", counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        #expect(service.seen.started == 1000)
        #expect(service.seen.answers.count == 1000 && service.seen.answers.values.allSatisfy { $0 == 1 })
    }

    @Test("whoever sends an answer again receives its reply, and nobody else does", arguments: storages)
    func resend(_ storage: FlowHostSettings.StateStorage) async throws {
        let service = SmsService()
        let nodes = Nodes(2, try Samples.amplify(), service: service, settings: FlowHostSettings(stateStorage: storage))
        let state = await nodes[0].begin().step?.state
        let wrong = await nodes[0].answer("000000", state)
        let again = await nodes[1].answer("000000", state)
        #expect(again.summary == "superseded superseded")
        #expect(again.refusal?.current?.json.jsonText == wrong.step?.json.jsonText)
        let other = await nodes[1].answer("111111", state)
        #expect(other.summary == "superseded superseded")
        #expect((other.refusal?.current != nil) == (storage == .redis))
        let end = await nodes[1].answer("123456", again.refusal?.current?.state)
        #expect(end.summary == "end signedIn")
        let late = await nodes[0].answer("123456", wrong.step?.state)
        #expect(late.refusal?.current?.outcome?.name == "signedIn")
        #expect(late.refusal?.current?.json.jsonText == end.step?.json.jsonText)
        #expect(late.refusal?.current?.id == end.step?.id && end.step?.id.isEmpty == false)
        let guess = await nodes[0].answer("123457", wrong.step?.state)
        #expect(guess.refusal?.current == nil && guess.step == nil)
        let oldest = await nodes[0].answer("000000", state)
        #expect(oldest.refusal?.current?.outcome == nil && oldest.step == nil)
        #expect(service.seen.answers.values.reduce(0, +) == 2)
    }

    @Test("an answer sent again is recognized while the keys are rotated", arguments: storages)
    func resendDuringRotation(_ storage: FlowHostSettings.StateStorage) async throws {
        let bytes: [UInt8] = [1, 2]
        let keys = try bytes.map { byte in
            try #require(SnapshotKeyring.Key(id: "k\(byte)", secret: [UInt8](repeating: byte, count: 32)))
        }
        let rings = [SnapshotKeyring(keys[0], older: [keys[1]]), SnapshotKeyring(keys[1], older: [keys[0]])]
        let table = try Samples.amplify()
        let service = SmsService()
        let settings = FlowHostSettings(stateStorage: storage)
        let nodes = rings.map { Nodes(1, table, service: service, settings: settings, keys: $0)[0] }
        for (first, second) in [(nodes[0], nodes[1]), (nodes[1], nodes[0])] {
            let state = await first.begin().step?.state
            let end = await first.answer("123456", state)
            #expect(end.summary == "end signedIn")
            let again = await second.answer("123456", state)
            #expect(again.refusal?.current?.json.jsonText == end.step?.json.jsonText)
            #expect(await second.answer("123457", state).refusal?.current == nil)
        }
    }

    @Test("a state in Redis that an answer sent again receives outlasts the window of the other storage")
    func resendToTheOtherStorage() async throws {
        let settings = FlowHostSettings(resendWindow: .seconds(2))
        let inRedis = Nodes(1, try Samples.amplify(), service: SmsService(), settings: settings)[0]
        let inClient = Node(host: inRedis.host.storingState(in: .client))
        for first in [inRedis, inClient] {
            let state = await first.begin().step?.state
            let wrong = await inClient.answer("000000", state)
            let again = await inRedis.answer("000000", state)
            #expect(again.summary == "superseded superseded")
            #expect(again.refusal?.current?.json.jsonText == wrong.step?.json.jsonText)
            try await Task.sleep(for: .seconds(2.5))
            #expect(await inRedis.answer("123456", again.refusal?.current?.state).summary == "end signedIn")
        }
    }

    @Test("an unknown answer or command is refused, whatever its name", arguments: storages)
    func unknownNames(_ storage: FlowHostSettings.StateStorage) async throws {
        let settings = FlowHostSettings(stateStorage: storage)
        let node = Nodes(1, try Samples.amplify(), service: SmsService(), settings: settings)[0]
        let state = await node.begin().step?.state
        for name in ["x", "journal"] {
            let answer = StepEvent.submit(.object([JSONMember(name, "1")]))
            let first = await node.host.play(answer, of: "amplify", state: state, user: Nodes.user)
            #expect(first.summary == "answer unknown-parameter")
            let second = await node.host.play(.command(name), of: "amplify", state: state, user: Nodes.user)
            #expect(second.summary == "answer unknown-event")
        }
    }

    @Test("an answer that the flow refuses is of no use to an earlier step either", arguments: storages)
    func refusedLate(_ storage: FlowHostSettings.StateStorage) async throws {
        let settings = FlowHostSettings(stateStorage: storage)
        let node = Nodes(1, try Samples.amplify(), service: SmsService(), settings: settings)[0]
        let play = { (event: StepEvent, state: String?) in
            await node.host.play(event, of: "amplify", state: state, user: Nodes.user)
        }
        let first = await node.begin().step?.state
        #expect(await play(.submit([:]), first).summary == "answer missing-parameter")
        let second = await node.answer("000000", first).step?.state
        #expect(await play(.submit([:]), first).summary == "superseded superseded")
        #expect(await play(.submit([:]), second).summary == "answer missing-parameter")
        #expect(await play(.command("cancel"), second).step?.outcome != nil)
        let kind = await play(.submit([:]), second).refusal?.kind
        #expect(kind == (storage == .redis ? .gone : .superseded))
    }

    @Test("a form of an earlier step is out of date")
    func turns() async throws {
        let nodes = Nodes(2, try Samples.amplify(), service: SmsService())
        let first = await nodes[0].begin()
        let second = await nodes[0].answer("000000", first.step?.state)
        let reply = await nodes[1].host.play(
            .submit(["code": "123456"]), of: "amplify", state: second.step?.state, turn: first.step?.turn,
            user: Nodes.user)
        #expect(reply.summary == "superseded superseded")
        #expect(reply.refusal?.current?.json.jsonText == second.step?.json.jsonText)
        let right = await nodes[1].host.play(
            .submit(["code": "123456"]), of: "amplify", state: second.step?.state, turn: second.step?.turn,
            user: Nodes.user)
        #expect(right.summary == "end signedIn")
    }

    @Test("a state of another user, client, pool, flow or key is refused", arguments: storages)
    func strangers(_ storage: FlowHostSettings.StateStorage) async throws {
        let settings = FlowHostSettings(stateStorage: storage)
        let table = try Samples.amplify()
        let nodes = Nodes(1, table, service: SmsService(), settings: settings)
        let state = try #require(await nodes[0].begin().step?.state)
        let user = await nodes[0].answer("123456", state, user: Array("browser 2".utf8))
        #expect(user.summary == "forbidden another-binding")
        let key = await Nodes(1, table, service: SmsService(), settings: settings, keys: Nodes.keys("k2"))[0]
            .answer("123456", state)
        #expect(key.summary == "gone unknown-key")
        #expect(key.refusal?.message == "this sign-in can no longer be opened")
        let forged = await Nodes(1, table, service: SmsService(), settings: settings, keys: Nodes.keys("k1", 8))[0]
            .answer("123456", state)
        #expect(forged.summary == "malformed broken-snapshot")
        let kiosk = try Flows.table("flows/kiosk.flow.xml")
        let flow = await Nodes(1, kiosk, service: SmsService(), settings: settings)[0].answer("123456", state)
        #expect(flow.summary == "gone another-table")
        for (pool, client) in [("pool-2", "app-client"), ("pool", "app-client-2")] {
            let flow = HostedFlow(
                name: "amplify", table: table, poolID: pool, clientID: client, handlers: StandInHandlers().handlers,
                service: SmsService())
            let host = FlowHost([flow], keys: Nodes.keys("k1"), redis: RedisServer.shared.settings, settings: settings)
            #expect(await Node(host: host).answer("123456", state).summary == "forbidden another-binding")
        }
        #expect(await nodes[0].answer("123456", state).summary == "end signedIn")
    }

    @Test(
        "bytes that are no state are refused",
        arguments: ["", "r.", "r.AAAA", "AAAA", "-", "ä", "r." + String(repeating: "A", count: 43)])
    func malformed(_ state: String) async throws {
        let nodes = Nodes(1, try Samples.amplify(), service: SmsService())
        let reply = await nodes[0].answer("123456", state)
        #expect(reply.refusal?.kind == (state.utf8.count == 45 ? .gone : .malformed), "\(reply.summary)")
    }

    @Test("a sign-in ends with its lifetime", arguments: storages)
    func lifetime(_ storage: FlowHostSettings.StateStorage) async throws {
        let settings = FlowHostSettings(stateStorage: storage, lifetime: .seconds(1))
        let server = RedisServer()
        let nodes = Nodes(1, try Samples.amplify(), service: SmsService(), redis: server.settings, settings: settings)
        let state = await nodes[0].begin().step?.state
        try await Task.sleep(for: .seconds(2.1))
        #expect(await nodes[0].answer("123456", state).refusal?.kind == .gone)
        #expect(server.query("dbsize") == "0")
    }
}
