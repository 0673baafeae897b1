import FlowHost
import FlowRuntime
import FlowTesting
import Foundation
import Synchronization
import Testing

/// The service and the handlers of one conversation at a time, with a record of the requests.
private final class Stage: FlowService {
    private struct State: Sendable {
        var handlers = StandInHandlers()
        var replies: [FlowReply] = []
        var lines: [String] = []
        var kept: [String] = []
    }

    private let state = Mutex(State())

    func set(_ scripts: [String: StandInHandlers.Script]) {
        state.withLock { $0 = State(handlers: StandInHandlers(scripts: scripts)) }
    }

    func take(_ replies: [FlowReply]) { state.withLock { $0.replies = replies } }

    func say(_ line: String) { state.withLock { $0.lines.append(line) } }

    /// Keeps the line of a notification until the end of the turn.
    func keep(_ line: String) { state.withLock { $0.kept.append(line) } }

    func sayKept() {
        state.withLock { state in
            state.lines += state.kept
            state.kept = []
        }
    }

    var lines: [String] { state.withLock { $0.lines } }

    var handlers: FlowHandlers {
        FlowHandlers { [self] work throws(FlowHandlerFailure) in
            let handlers = state.withLock { $0.handlers }
            return FlowHandlerOutputs(try handlers.result(of: work))
        }
    }

    func call(_ request: FlowRequest) async -> FlowReply {
        say("call \(request.operation) \(request.body.jsonText)")
        return state.withLock {
            $0.replies.isEmpty ? .error(type: "no-reply-left", message: "") : $0.replies.removeFirst()
        }
    }
}

@Suite("shipped scenarios on three nodes")
struct ScenarioTests {
    private static let files: [String] = ["flows/scenarios", "flows/providers/scenarios"].flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Flows.root + "/" + folder)) ?? []
        return names.filter { $0.hasSuffix(".scenario.xml") }.sorted().map { folder + "/" + $0 }
    }

    @Test("say and end as in one process, each event at another node", arguments: files)
    func nodes(_ path: String) async throws {
        let file = try ScenarioFile(path)
        let table = try Flows.table(file.flow)
        var events = 0
        for keeping in [FlowHostSettings.Keeping.rests, .travels] {
            let stage = Stage()
            // All files play at once, so Redis may have to wait for a core.
            var redis = RedisServer.shared.settings
            redis.commandLimit = .seconds(5)
            let nodes = Nodes(
                3, table, service: stage, handlers: stage.handlers, redis: redis,
                settings: FlowHostSettings(keeping: keeping))
            for conversation in file.conversations {
                stage.set(conversation.scripts)
                let whole = await Self.playInProcess(conversation, table, stage)
                stage.set(conversation.scripts)
                let played = await Self.play(conversation, nodes, stage)
                events += conversation.turns.count
                #expect(played == whole, "\(path) \(conversation.name)")
            }
        }
        #expect(events > 0 || file.conversations.isEmpty)
        let all = Self.events.withLock { count in
            count += events
            return count
        }
        print("scenarios: \(file.conversations.count) conversations of \(path), \(all) events so far")
    }

    private static let events = Mutex(0)

    /// The lines of a conversation with one runner, which lives as long as the sign-in.
    private static func playInProcess(_ talk: Conversation, _ table: TransitionTable, _ stage: Stage) async -> [String]
    {
        let runner = FlowRunner(
            table, handlers: stage.handlers, service: stage, clock: ContinuousClock(),
            now: .seconds(Date().timeIntervalSince1970), notify: { stage.keep(line($0)) })
        for turn in talk.turns {
            stage.take(turn.replies)
            let step: FlowStep
            switch turn.event {
            case .start(let inputs): step = await runner.start(inputs)
            case .submit(let answers): step = await runner.submit(answers)
            case .select(let word): step = await runner.select(word)
            case .command(let name, let error): step = await runner.send(name, error: error)
            }
            // A host returns the notifications with the step.
            stage.sayKept()
            switch step {
            case .present(let presentation): stage.say(line(presentation))
            case .end(let outcome): stage.say(line(outcome))
            case .refused(let refusal): stage.say("refused \(refusal.code) ")
            }
            if let expected = turn.expected { #expect(stage.lines.last?.hasPrefix(expected) == true, "\(talk.name)") }
        }
        return stage.lines
    }

    /// The lines of a conversation on the nodes, one event at each in turn.
    private static func play(_ talk: Conversation, _ nodes: Nodes, _ stage: Stage) async -> [String] {
        var state: String?
        for (index, turn) in talk.turns.enumerated() {
            stage.take(turn.replies)
            let host = nodes[index].host
            let reply = await host.play(turn.event, of: "amplify", state: state, user: Nodes.user)
            switch reply {
            case .step(let step):
                for notification in step.notifications { stage.say(line(notification)) }
                if let presentation = step.presentation { stage.say(line(presentation)) }
                if let outcome = step.outcome { stage.say(line(outcome)) }
                state = step.state
            case .refused(let refusal): stage.say("refused \(refusal.code) ")
            }
        }
        return stage.lines
    }

    private static func line(_ presentation: FlowPresentation) -> String {
        let asks = presentation.asks.map { "\($0.name) \($0.type) \($0.isRequired) \($0.words) \($0.isClosed)" }
        return "present \(presentation.step) \(presentation.parameters.jsonText) \(asks) " + text(presentation.error)
    }

    private static func line(_ outcome: FlowOutcome) -> String {
        "end \(outcome.name) \(outcome.step) \(outcome.parameters.jsonText) " + text(outcome.error)
    }

    private static func line(_ notification: FlowNotification) -> String {
        "notify \(notification.name) \(notification.parameters.jsonText)"
    }

    private static func text(_ error: FlowPendingError?) -> String {
        error.map { "\($0.type) \($0.category) \($0.message)" } ?? ""
    }
}
