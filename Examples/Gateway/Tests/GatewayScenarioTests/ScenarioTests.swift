import FlowHost
import FlowRuntime
import Foundation
import Testing

@Suite("shipped scenarios over HTTP", .serialized)
struct ScenarioTests {
    private static let paths: [String] = ["flows/scenarios", "flows/providers/scenarios"].flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Flows.root + "/" + folder)) ?? []
        return names.filter { $0.hasSuffix(".scenario.xml") }.sorted().map { folder + "/" + $0 }
    }

    @Test("say and end as in one process, each event at another of three nodes", arguments: ["client", "redis"])
    func nodes(_ state: String) async throws {
        let files = try Self.paths.map { try ScenarioFile($0) }
        let stage = Stage()
        let (port, server) = await stage.serve()
        defer { server.cancel() }
        let turns = files.flatMap(\.conversations).flatMap(\.turns)
        let nodes = try await GatewayNodes(
            Set(files.map(\.flow)).sorted(), ends: Set(turns.compactMap(\.outcome)).sorted(), state: state, stage: port)
        defer { nodes.stop() }
        var count = Count()
        for file in files {
            let table = try Flows.table(file.flow)
            for conversation in file.conversations {
                stage.set(conversation.scripts)
                let whole = await Self.playInProcess(conversation, table, stage)
                stage.set(conversation.scripts)
                let played = try await Self.play(conversation, file.flow, nodes, stage, &count)
                #expect(played == whole, "\(file.flow) \(conversation.name)")
                count.lines += played.count
            }
            count.conversations += file.conversations.count
        }
        print(
            "scenarios over HTTP (\(state)): \(files.count) files, \(count.conversations) conversations,",
            "\(count.requests) requests to three nodes, \(count.unsent) events that no client can send,",
            "\(count.lines) lines of traces")
        #expect(count.conversations > 1000 && count.requests > count.conversations)
    }

    private struct Count {
        var conversations = 0
        var requests = 0
        var unsent = 0
        var lines = 0
    }

    // MARK: In this process

    /// Returns the trace of a conversation with one runner, which lives as long as the sign-in.
    private static func playInProcess(_ talk: Conversation, _ table: TransitionTable, _ stage: Stage) async -> [String]
    {
        let runner = FlowRunner(
            table, handlers: stage.handlers, service: stage, clock: ContinuousClock(),
            now: .seconds(Date().timeIntervalSince1970), notify: { stage.keep($0) })
        for turn in talk.turns {
            stage.take(turn.replies)
            let step: FlowStep
            switch turn.event {
            case .start(let inputs): step = await runner.start(inputs)
            case .submit(let answers): step = await runner.submit(answers)
            case .select(let word): step = await runner.select(word)
            case .command(let name, let error): step = await runner.send(name, error: error)
            }
            let lines = Trace.lines(step, await commands(of: runner, table), stage.takeNotifications())
            stage.say(lines)
            if let expected = turn.expected { #expect(lines.last?.hasPrefix(expected) == true, "\(talk.name)") }
        }
        return stage.trace
    }

    /// Returns the commands that a runner accepts now.
    private static func commands(of runner: FlowRunner<ContinuousClock>, _ table: TransitionTable) async -> [String] {
        guard let state = await runner.state, var session = try? FlowSession(restoring: state, table) else { return [] }
        // A scenario sends `timeout` before the time is over.
        session.time = Int64(Date().timeIntervalSince1970 * 1000)
        return session.acceptedCommands
    }

    // MARK: Over HTTP

    /// Returns the trace of a conversation with the nodes, one event at each in turn.
    private static func play(
        _ talk: Conversation, _ flow: String, _ nodes: GatewayNodes, _ stage: Stage, _ count: inout Count
    ) async throws -> [String] {
        var state: [JSONMember] = []
        var step: JSONValue = [:]
        for turn in talk.turns {
            stage.take(turn.replies)
            guard let (verb, content) = request(turn.event, at: step) else {
                stage.say(Trace.lines(["code": "event-not-accepted"]))
                count.unsent += 1
                continue
            }
            let reply = try await nodes.post(
                "/v1/\(GatewayNodes.name(flow))/\(verb)", .object(content + state), to: count.requests)
            count.requests += 1
            stage.say(Trace.lines(whole(reply, stage)))
            if let next = reply["state"] { (state, step) = ([JSONMember("state", next)], reply["present"] ?? [:]) }
        }
        return stage.trace
    }

    /// Returns the verb and the body of the request for an event; nil if a client has none to send.
    private static func request(_ event: StepEvent, at step: JSONValue) -> (verb: String, content: [JSONMember])? {
        switch event {
        case .start(let inputs): return ("start", [JSONMember("inputs", inputs)])
        case .submit(let answers): return ("answer", [JSONMember("answers", answers)])
        case .select(let word):
            let choices = (step["requires"]?.items ?? []).filter { $0["type"]?.string == "choice" }
            guard choices.count == 1, let name = choices[0]["name"]?.string else { return nil }
            return ("answer", [JSONMember("answers", .object([JSONMember(name, .string(word))]))])
        case .command(let name, nil): return ("command", [JSONMember("command", .string(name))])
        case .command(let name, let error?):
            let members: JSONValue = ["type": .string(error.type), "message": .string(error.message)]
            return ("command", [JSONMember("command", .string(name)), JSONMember("error", members)])
        }
    }

    /// Returns a reply whose end has all values of the outcome, if the gateway has delivered it to its back end.
    private static func whole(_ reply: JSONValue, _ stage: Stage) -> JSONValue {
        guard let end = reply["end"]?.members, let delivered = stage.delivered else { return reply }
        let members = end.map { $0.name == "parameters" ? JSONMember("parameters", delivered) : $0 }
        return ["end": .object(members), "notifications": reply["notifications"] ?? .array([])]
    }
}
