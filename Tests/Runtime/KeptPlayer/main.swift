import CognitoFlows
import CognitoHandlers
import FlowRuntime
import FlowSealing
import FlowTesting
import Foundation

// Carries out turns of a conversation over a sealed journal, and kills itself behind the last one if it is told to. Each line says what
// the flow has said: the test compares them with those of a process that was not killed.
//
// Usage: kept-player FOLDER FIRST END [kill]

/// Where a sign-in is kept: the guard's store and the bytes of the first step.
struct Kept {
    let table: TransitionTable
    let snapshots: GuardedSnapshots
    let sealed: URL

    init(in folder: URL) throws {
        table = try TransitionTable(verifying: Array(Data(contentsOf: folder.appendingPathComponent("table"))))
        sealed = folder.appendingPathComponent("sealed")
        guard let key = SnapshotKeyring.Key(id: "k1", secret: [UInt8](repeating: 7, count: 32)) else { exit(3) }
        let sealer = SnapshotSealer(
            table, binding: SnapshotBinding(poolID: "pool", clientID: "client"), seal: SnapshotKeyring(key))
        let store = FileSecretStore(path: folder.appendingPathComponent("store").path)
        snapshots = GuardedSnapshots(sealer, guardedBy: SecretStoreGuard(store, poolID: "pool", clientID: "client"))
    }
}

/// What a turn's service answers, in order.
actor Script: FlowService {
    private var replies: [JSONValue] = []

    func take(_ replies: [JSONValue]) { self.replies = replies }

    func call(_ request: FlowRequest) async -> FlowReply {
        say("call \(request.operation) \(request.body.jsonText)")
        guard !replies.isEmpty else { return .error(type: "no-reply-left", message: "") }
        let reply = replies.removeFirst()
        guard let type = reply["error"]?.string else { return .json(reply["body"] ?? [:]) }
        return .error(type: type, message: reply["message"]?.string ?? "")
    }
}

/// One sign-in in this process.
struct SignIn {
    let runner: FlowRunner<ContinuousClock>
    let journal: SnapshotJournal

    /// A sign-in that begins, or that goes on from the sealed bytes.
    init(_ kept: Kept, _ conversation: JSONValue, _ service: Script, resumes: Bool) async throws {
        var scripts: [String: StandInHandlers.Script] = [:]
        for handler in conversation["handlers"]?.members ?? [] {
            let failure = handler.value["fails"]?.string
            scripts[handler.name] = failure.map { .fails($0) } ?? .gives(handler.value["gives"] ?? [:])
        }
        var session = FlowSession(kept.table)
        if resumes, let sealed = try? Data(contentsOf: kept.sealed) {
            let snapshot = try await kept.snapshots.resume(Array(sealed), now: 1)
            session = try FlowSession(restoring: snapshot.state, kept.table)
            journal = SnapshotJournal(kept.snapshots, resuming: snapshot)
        } else {
            journal = SnapshotJournal(kept.snapshots, expiry: 1000)
        }
        runner = FlowRunner(
            session: session, handlers: StandInHandlers(scripts: scripts).handlers, service: service,
            clock: ContinuousClock(), limits: FlowRunnerLimits(notification: nil, cancellation: nil), journal: journal,
            notify: { say("notify \($0.name) \($0.parameters.jsonText)") })
    }

    func hear(_ turn: JSONValue) async -> FlowStep {
        let value = turn["value"] ?? [:]
        let name = turn["name"]?.string ?? ""
        switch turn["say"]?.string {
        case "start": return await runner.start(value)
        case "submit": return await runner.submit(value)
        case "select": return await runner.select(name)
        default:
            let error = value["error"].map { ($0["type"]?.string ?? "", $0["message"]?.string ?? "") }
            return await runner.send(name, error: error)
        }
    }
}

func say(_ line: String) {
    print(line)
    fflush(nil)
}

func line(_ step: FlowStep) -> String {
    func text(_ error: FlowPendingError?) -> String { error.map { " \($0.type) \($0.category) \($0.message)" } ?? "" }
    return switch step {
    case .present(let step): "present \(step.step) \(step.parameters.jsonText)" + text(step.error)
    case .end(let end): "end \(end.name) \(end.step) \(end.parameters.jsonText)" + text(end.error)
    case .refused(let refusal): "refused \(refusal.code) \(refusal.subject)"
    }
}

/// The secrets that a runner still has behind an end from which nothing but a start leads, by the names of their slots.
func left(_ runner: FlowRunner<ContinuousClock>, in table: TransitionTable) async -> [String] {
    guard let shown = await runner.step?.outcome?.parameters.jsonText, let state = await runner.state,
        let session = try? FlowSession(restoring: state, table)
    else { return [] }
    let own = (TableFormat.firstOwnEvent..<table.view.pointee.firstChallenge).map(table.eventName)
    let isOver = (own + ["back", "cancel"]).allSatisfy { name in
        var copy = session
        if case .refused = copy.send(name) { return true }
        return false
    }
    return state.values.indices.filter { slot in
        guard isOver, table.slotType(slot).isSecret, let value = state.values[slot] else { return false }
        return !shown.contains(JSONValue(value).jsonText)
    }.map(table.slotName)
}

let arguments = CommandLine.arguments
let folder = URL(fileURLWithPath: arguments[1])
let kept = try Kept(in: folder)
let service = Script()
guard let conversation = JSONValue(json: Array(try Data(contentsOf: folder.appendingPathComponent("conversation")))),
    case .array(let turns)? = conversation["turns"], let first = Int(arguments[2]), let end = Int(arguments[3])
else { exit(2) }
do {
    let resumes = first == turns.count || turns[first]["say"]?.string != "start"
    var signIn = try await SignIn(kept, conversation, service, resumes: resumes)
    for (number, turn) in turns[first..<end].enumerated() {
        if turn["say"]?.string == "start", number > 0 {
            signIn = try await SignIn(kept, conversation, service, resumes: false)
        }
        if case .array(let replies)? = turn["replies"] { await service.take(replies) }
        say(line(await signIn.hear(turn)))
        for name in await left(signIn.runner, in: kept.table) { say("left \(name)") }
        // The bytes of the first step are enough.
        let isFirst = turn["say"]?.string == "start" || !FileManager.default.fileExists(atPath: kept.sealed.path)
        if isFirst, let sealed = await signIn.journal.sealed { try Data(sealed).write(to: kept.sealed) }
    }
} catch let error as FlowSnapshotError {
    say("resume \(error.code)")
}
if arguments.count > 4 { kill(getpid(), SIGKILL) }
