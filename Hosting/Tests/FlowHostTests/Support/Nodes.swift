import FlowHost
import FlowRuntime
import FlowSealing
import FlowTesting

/// Several hosts of one flow, as nodes would be.
struct Nodes {
    static let user = Array("browser 1".utf8)
    let hosts: [FlowHost]

    /// Creates nodes that share a service and a Redis.
    init(
        _ count: Int = 2, _ table: TransitionTable, others: [TransitionTable] = [], service: any FlowService,
        handlers: FlowHandlers = StandInHandlers().handlers, redis: RedisSettings = RedisServer.shared.settings,
        settings: FlowHostSettings = FlowHostSettings(), keys: SnapshotKeyring = Nodes.keys("k1")
    ) {
        var redis = redis
        redis.connections = 1
        let flow = HostedFlow(
            name: "amplify", table: table, others: others, poolID: "pool", clientID: "app-client", handlers: handlers,
            service: service)
        hosts = (0..<count).map { [redis] _ in FlowHost([flow], keys: keys, redis: redis, settings: settings) }
    }

    subscript(index: Int) -> Node { Node(host: hosts[index % hosts.count]) }

    static func keys(_ id: String, _ byte: UInt8 = 7) -> SnapshotKeyring {
        guard let key = SnapshotKeyring.Key(id: id, secret: [UInt8](repeating: byte, count: 32)) else {
            fatalError("a key of 32 bytes")
        }
        return SnapshotKeyring(key)
    }
}

/// A host, with short forms for what tests do.
struct Node {
    let host: FlowHost

    /// Begins a sign-in that asks for a code by text message.
    func begin() async -> StepReply {
        await host.play(.start(Samples.start), of: "amplify", state: nil, user: Nodes.user)
    }

    func answer(_ code: String, _ state: String?, user: [UInt8] = Nodes.user) async -> StepReply {
        await host.play(.submit(["code": .string(code)]), of: "amplify", state: state, user: user)
    }
}

/// What the sample sign-in says.
enum Samples {
    static let start: JSONValue = ["username": "ana", "password": "Pa55word!", "flowType": "userPassword"]
    static let step = "CONFIRM_SIGN_IN_WITH_SMS_CODE"

    static func amplify() throws -> TransitionTable { try Flows.table("flows/amplify.flow.xml") }
}

extension StepReply {
    /// The reply in one word or two.
    var summary: String {
        switch self {
        case .step(let step):
            (step.outcome.map { "end \($0.name)" + ($0.error.map { " \($0.type) \($0.message)" } ?? "") }
                ?? step.presentation.map { "step \($0.step)" }) ?? ""
        case .refused(let refusal): "\(refusal.kind.rawValue) \(refusal.code)"
        }
    }
}
