import FlowRuntime
import Foundation
import Synchronization
import Testing
import UserPool

/// A pool that counts which codes it accepts.
final class CountingPool: Sendable {
    private let pool: CognitoUserPool
    private let counts: Mailbox

    final class Mailbox: Sendable {
        private let codes = Mutex<[String: String]>([:])
        private let accepted = Mutex<[String: Int]>([:])

        func put(_ code: String, _ user: String) { codes.withLock { $0[user] = code } }
        func code(_ user: String) -> String { codes.withLock { $0[user] ?? "" } }
        func accept(_ user: String, _ code: String) { accepted.withLock { $0["\(user) \(code)", default: 0] += 1 } }
        func hasAccepted(_ user: String) -> Bool { accepted.withLock { $0.keys.contains { $0.hasPrefix(user + " ") } } }
        var acceptances: [String: Int] { accepted.withLock { $0 } }
    }

    init(users: Int, _ mailbox: Mailbox) async throws {
        counts = mailbox
        let environment = PoolEnvironment(deliver: { mailbox.put($0.code, $0.username) })
        var configuration = PoolConfiguration()
        configuration.poolID = "us-east-1_Test"
        configuration.devices = .off
        pool = CognitoUserPool(configuration, environment: environment)
        let seeds = (0..<users).map { index in
            var seed = PoolUserSeed(
                username: "user-\(index)", password: "Passw0rd!",
                attributes: ["phone_number": "+1206555\(String(10000 + index).suffix(4))"])
            seed.mfa = [.sms]
            return seed
        }
        try await pool.add(seeds)
    }

    func respond(to operation: String, _ request: JSONValue) async -> PoolReply {
        let reply = await pool.respond(to: operation, Array(request.jsonText.utf8))
        let responses = request["ChallengeResponses"]
        if let code = responses?["SMS_MFA_CODE"]?.string, let user = responses?["USERNAME"]?.string,
            reply.body["AuthenticationResult"] != nil
        {
            counts.accept(user, code)
        }
        return reply
    }
}

@Suite("nodes that are killed", .serialized)
struct KilledNodeTests {
    private static let count = Int(ProcessInfo.processInfo.environment["HOSTING_SIGN_INS"] ?? "") ?? 200

    private struct Counts {
        var signedIn = 0
        var deadNodes = 0
        var busy = 0
        var unavailable = 0
        var resent = 0
        var unanswered = 0
        /// Sign-ins that began anew, since the service had accepted an answer whose reply died with a node.
        var restarted = 0
        var lost: [String] = []
        var mixed: [String] = []
    }

    @Test("lose no sign-in, mix up none, and let no code be accepted twice", arguments: ["redis", "client"])
    func killed(_ storage: String) async throws {
        let redis = RedisServer()
        let mailbox = CountingPool.Mailbox()
        let pool = try await CountingPool(users: Self.count, mailbox)
        let table = FileManager.default.temporaryDirectory.appendingPathComponent("table-\(UUID().uuidString)")
        try Data(Flows.bytes("flows/amplify.flow.xml")).write(to: table)
        let cluster = try Cluster {
            try NodeProcess(table: table.path, redis: redis, storage: storage, pool: pool)
        }
        let began = ContinuousClock.now
        let killer = Task {
            var kills = 0
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(300))
                try cluster.replace(kills)
                kills += 1
            }
            return kills
        }
        // All sign-ins are pending before the first one is answered.
        let pending = await forEachUser { await Client(user: $0, cluster: cluster, mailbox: mailbox).begin() }
        print("killed: \(pending.count) sign-ins are pending after \(ContinuousClock.now - began)")
        fflush(nil)
        let silencer = Task {
            try await Task.sleep(for: .milliseconds(100))
            redis.silence()
            try await Task.sleep(for: .seconds(5))
            redis.resume()
        }
        _ = await forEachUser { user -> String? in
            await Client(user: user, cluster: cluster, mailbox: mailbox).finish(pending[user] ?? nil)
            return nil
        }
        killer.cancel()
        let kills = try await killer.value
        try await silencer.value
        cluster.end()
        let result = cluster.result
        print(
            "killed (\(storage)): \(Self.count) sign-ins, \(kills) kills, Redis silent once for 5 s;",
            "\(result.signedIn) signed in, \(result.deadNodes) events at a node that died, \(result.busy) busy,",
            "\(result.unavailable) unavailable, \(result.resent) replies received again, \(result.unanswered) no-answer,",
            "\(result.restarted) begun anew, \(result.lost.count) lost, \(result.mixed.count) mixed up,",
            "\(ContinuousClock.now - began)")
        fflush(nil)
        #expect(result.signedIn == Self.count && result.lost.isEmpty, "\(result.lost.prefix(5))")
        #expect(result.mixed.isEmpty)
        #expect(mailbox.acceptances.values.allSatisfy { $0 == 1 })
        #expect(kills > 1)
    }

    /// Calls a closure for each user, in any order.
    private func forEachUser(_ body: @escaping @Sendable (Int) async -> String?) async -> [Int: String?] {
        await withTaskGroup(of: (Int, String?).self) { group in
            for user in (0..<Self.count).shuffled() { group.addTask { (user, await body(user)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
        }
    }

    /// Lets a few events in at a time. If all cores work on too many, none ends before its node is killed.
    private actor Turnstile {
        private var free = 8
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func enter() async {
            guard free == 0 else { return free -= 1 }
            await withCheckedContinuation { waiting.append($0) }
        }

        func leave() {
            guard !waiting.isEmpty else { return free += 1 }
            waiting.removeFirst().resume()
        }
    }

    /// A browser that sends each event until it has a reply.
    private struct Client: Sendable {
        let user: Int
        let cluster: Cluster
        let mailbox: CountingPool.Mailbox
        private var name: String { "user-\(user)" }

        /// Begins, and returns the state and the step that it reaches; nil if the sign-in is lost.
        func begin() async -> String? {
            let start: JSONValue = [
                "start": ["username": .string(name), "password": "Passw0rd!", "flowType": "userSRP"]
            ]
            let reply = await play(start, nil)
            guard reply?["step"]?["present"]?["step"]?.string == Samples.step else {
                lose("began: \(reply?["step"]?["end"]?.jsonText ?? reply?["code"]?.string ?? "")")
                return nil
            }
            return reply?["state"]?.string
        }

        /// Answers until the end.
        func finish(_ pending: String?) async {
            var state = pending
            for _ in 0..<20 {
                guard state != nil else { return }
                let reply = await play(["submit": ["code": .string(mailbox.code(name))]], state)
                let step = reply?["step"]
                if let end = step?["end"] { return await ended(end) }
                guard let next = reply?["state"]?.string else {
                    return lose("answered: \(reply?["refusal"]?.string ?? "") \(reply?["code"]?.string ?? "")")
                }
                let error = step?["present"]?["error"]?["type"]?.string
                if error == "no-answer" { cluster.count { $0.unanswered += 1 } }
                if let error, error != "no-answer", mailbox.hasAccepted(name) { return await restart() }
                state = next
            }
            lose("too many answers")
        }

        private func ended(_ end: JSONValue) async {
            if end["outcome"]?.string == "signedIn" {
                let token = end["parameters"]?.jsonText ?? ""
                let claims = token.split(separator: ".").compactMap { part -> String? in
                    let text = part.replacing("-", with: "+").replacing("_", with: "/")
                    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
                        .map { String(decoding: $0, as: UTF8.self) }
                }
                let isOwn = claims.contains { $0.contains("\"\(name)\"") }
                cluster.count { counts in
                    counts.signedIn += 1
                    if !isOwn { counts.mixed.append(name) }
                }
            } else if mailbox.hasAccepted(name) {
                await restart()
            } else {
                lose("ended: \(end.jsonText)")
            }
        }

        /// Begins anew. The service has accepted the code, and its tokens died with a node: nobody can have them any more.
        private func restart() async {
            cluster.count { $0.restarted += 1 }
            await finish(await begin())
        }

        private func lose(_ reason: String) { cluster.count { $0.lost.append("\(name) \(reason)") } }

        /// Sends an event to any node until it is neither lost nor refused for a moment.
        private func play(_ event: JSONValue, _ state: String?) async -> JSONValue? {
            for _ in 0..<600 {
                guard let reply = await cluster.play(event, state, name) else {
                    cluster.count { $0.deadNodes += 1 }
                    continue
                }
                switch reply["refusal"]?.string {
                case "busy": cluster.count { $0.busy += 1 }
                case "unavailable": cluster.count { $0.unavailable += 1 }
                case "superseded" where reply["step"] != nil:
                    cluster.count { $0.resent += 1 }
                    return reply
                default: return reply
                }
                try? await Task.sleep(for: .milliseconds(100))
            }
            return nil
        }
    }

    /// The nodes, one of which is killed and replaced now and then, and what happens to their clients.
    private final class Cluster: Sendable {
        private let nodes = Mutex<[NodeProcess]>([])
        private let turnstile = Turnstile()
        private let counts = Mutex(Counts())
        private let start: @Sendable () throws -> NodeProcess

        init(_ start: @escaping @Sendable () throws -> NodeProcess) throws {
            self.start = start
            let first = try (0..<3).map { _ in try start() }
            nodes.withLock { $0 = first }
        }

        /// Sends an event to any node, and returns the reply; nil if the node is killed before it replies.
        func play(_ event: JSONValue, _ state: String?, _ user: String) async -> JSONValue? {
            await turnstile.enter()
            let reply = await nodes.withLock { $0.randomElement() }?.play(event, state: state, user: user)
            await turnstile.leave()
            return reply
        }
        var result: Counts { counts.withLock { $0 } }

        func count(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

        func replace(_ index: Int) throws {
            let next = try start()
            nodes.withLock { nodes in
                nodes[index % 3].kill()
                nodes[index % 3] = next
            }
        }

        func end() { nodes.withLock { for node in $0 { node.kill() } } }
    }
}
