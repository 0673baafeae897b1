import CognitoHandlers
import FlowHost
import FlowRuntime
import FlowSealing
import Foundation
import Synchronization

// A node for tests: plays events that come as lines on standard input, and writes replies to standard output. It asks the test for
// what the service says, so that the service survives a node that is killed.
//
// Usage: flow-node TABLE REDIS-PORT (redis | client)

/// Writes lines to standard output, one at a time.
final class Output: Sendable {
    private let lock = Mutex(())

    func write(_ line: JSONValue) {
        lock.withLock { _ in FileHandle.standardOutput.write(Data((line.jsonText + "\n").utf8)) }
    }
}

/// The service, which is on the other side of the lines.
final class RemoteService: FlowService {
    private let waiting = Mutex<[String: CheckedContinuation<FlowReply, Never>]>([:])
    private let number = Atomic<Int>(0)
    private let output: Output

    init(_ output: Output) { self.output = output }

    func call(_ request: FlowRequest) async -> FlowReply {
        let id = String(number.add(1, ordering: .relaxed).newValue)
        return await withCheckedContinuation { continuation in
            waiting.withLock { $0[id] = continuation }
            output.write(["call": .string(id), "operation": .string(request.operation), "request": request.body])
        }
    }

    func answer(_ id: String, _ line: JSONValue) {
        let continuation = waiting.withLock { $0.removeValue(forKey: id) }
        if let type = line["error"]?.string {
            continuation?.resume(returning: .error(type: type, message: ""))
        } else {
            continuation?.resume(returning: .body(Array((line["body"]?.string ?? "").utf8)))
        }
    }
}

/// A host whose events come as lines.
struct Node: Sendable {
    let host: FlowHost
    let service: RemoteService
    let output: Output

    /// Plays events until the input ends. Each has a task of its own.
    func run() {
        while let text = readLine() {
            guard let line = JSONValue(json: Array(text.utf8)) else { continue }
            if let id = line["reply"]?.string {
                service.answer(id, line)
            } else if let id = line["id"]?.string, let event = line["event"].flatMap({ StepEvent(json: $0) }) {
                let user = Array((line["user"]?.string ?? "").utf8)
                Task.detached {
                    let reply = await host.play(event, of: "amplify", state: line["state"]?.string, user: user)
                    output.write(Self.line(id, reply))
                }
            }
        }
    }

    private static func line(_ id: String, _ reply: StepReply) -> JSONValue {
        var members = [JSONMember("id", .string(id))]
        if let refusal = reply.refusal {
            members.append(JSONMember("refusal", .string(refusal.kind.rawValue)))
            members.append(JSONMember("code", .string(refusal.code)))
        }
        if let step = reply.step ?? reply.refusal?.current {
            members.append(JSONMember("step", step.json))
            if let state = step.state { members.append(JSONMember("state", .string(state))) }
        }
        return .object(members)
    }
}

let arguments = CommandLine.arguments
let table = try TransitionTable(verifying: Array(Data(contentsOf: URL(fileURLWithPath: arguments[1])))) {
    TableIdentity(of: $0).bytes
}
guard let port = Int(arguments[2]), let key = SnapshotKeyring.Key(id: "k1", secret: [UInt8](repeating: 7, count: 32))
else { exit(2) }
let output = Output()
let service = RemoteService(output)
let settings = try CognitoSettings(poolID: "us-east-1_Test", secrets: MemorySecretStore())
let flow = HostedFlow(
    name: "amplify", table: table, poolID: "us-east-1_Test", clientID: "app-client", handlers: .cognito(settings),
    service: service)
var redis = RedisSettings(port: port)
redis.connections = 2
let host = FlowHost(
    [flow], keys: SnapshotKeyring(key), redis: redis,
    settings: FlowHostSettings(stateStorage: arguments[3] == "client" ? .client : .redis))
Node(host: host, service: service, output: output).run()
