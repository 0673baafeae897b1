import CognitoClient
import FlowRuntime
import Foundation

/// Three gateways in processes of their own, with one Redis. A stage is their service and their back end.
final class GatewayNodes: Sendable {
    private let processes: [Process]
    private let ports: [Int]
    private let transport = SystemTransport()

    /// Starts the nodes, and waits until they listen.
    /// - Parameters:
    ///   - flows: the paths of the flows in the repository.
    ///   - ends: the outcomes of the flows. All deliver their values to the back end.
    ///   - state: where the states of the API are stored: `client` or `redis`.
    ///   - stage: the port of the stage.
    /// - Throws: an error if a node does not start.
    init(_ flows: [String], ends: [String], state: String, stage: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gateway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = folder.appendingPathComponent("gateway.json")
        let text = try Self.configuration(flows, ends, state, stage, folder).jsonText
        try Data(text.utf8).write(to: configuration)
        ports = (0..<3).map { _ in RedisServer.freePort() }
        processes = try ports.map { try Self.start([configuration.path, "http://127.0.0.1:\(stage)/"], $0) }
        for index in ports.indices { try await awaitStart(index) }
        try FileManager.default.removeItem(at: folder)
    }

    /// Ends the nodes.
    func stop() {
        // A process that a thread of Dispatch starts ignores SIGTERM, since the thread's signals are blocked.
        for process in processes { kill(process.processIdentifier, SIGKILL) }
    }

    /// Returns the name of a flow in addresses.
    static func name(_ flow: String) -> String {
        URL(fileURLWithPath: flow).lastPathComponent.replacing(".flow.xml", with: "")
    }

    /// Sends a request to one of the nodes, and returns the response.
    func post(_ path: String, _ body: JSONValue, to index: Int) async throws -> JSONValue {
        let request = HTTPRequest(
            url: "http://127.0.0.1:\(ports[index % ports.count])\(path)",
            fields: [HTTPField("Content-Type", "application/json")], body: Array(body.jsonText.utf8))
        return JSONValue(json: try await transport.send(request).body) ?? [:]
    }

    private static func configuration(
        _ flows: [String], _ ends: [String], _ state: String, _ stage: Int, _ folder: URL
    ) throws -> JSONValue {
        let members = try flows.map { flow in
            let table = folder.appendingPathComponent(name(flow) + ".flow")
            try Data(Flows.bytes(flow)).write(to: table)
            // The gateway itself sets the client's id.
            let inputs = FlowSession(try Flows.table(flow)).inputs.map(\.name).filter { $0 != "clientId" }
            return JSONMember(
                name(flow),
                [
                    "table": .string(table.path), "asks": .array(inputs.map { .string($0) }),
                    "signsIn": .array(ends.map { .string($0) }),
                ])
        }
        return [
            "sealing": ["key": .string("k1:" + String(repeating: "07", count: 32))],
            "redis": ["port": .number(String(RedisServer.shared.port))],
            "pool": ["id": "us-east-1_Test", "client": "app-client"],
            "flows": .object(members), "api": ["state": .string(state)],
            // Tokens go to the stage, so that the trace of an end has all its values.
            "tokens": ["url": .string("http://127.0.0.1:\(stage)/deliver"), "key": "planted"],
            "limits": ["addressPerMinute": "0", "userPerMinute": "0", "bodyBytes": "1048576"],
            "log": ["level": "error"],
        ]
    }

    private static func start(_ arguments: [String], _ port: Int) throws -> Process {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("scenario-node")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "GATEWAY_LISTEN_PORT": String(port), "GATEWAY_OPERATIONS_PORT": String(RedisServer.freePort()),
        ]) { $1 }
        // The node ends with its input, which ends with the tests.
        process.standardInput = Pipe()
        try process.run()
        return process
    }

    private func awaitStart(_ index: Int) async throws {
        for _ in 0..<400 where processes[index].isRunning {
            if (try? await post("/", [:], to: index)) != nil { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        stop()
        throw NotStarted()
    }

    private struct NotStarted: Error {}
}
