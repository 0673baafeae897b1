import FlowRuntime
import Foundation
import Synchronization
import UserPool

/// A node in a process of its own, which a test can kill.
final class NodeProcess: Sendable {
    private struct State {
        var number = 0
        var isGone = false
        var waiting: [String: CheckedContinuation<JSONValue?, Never>] = [:]
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let state = Mutex(State())

    /// Starts a node whose requests a service answers.
    init(table: String, redis: RedisServer, storage: String, pool: CountingPool) throws {
        // A write to a node that is gone fails, and does not end the tests.
        signal(SIGPIPE, SIG_IGN)
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("flow-node")
        process.arguments = [table, "\(redis.port)", storage]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let lines = output.fileHandleForReading
        Thread.detachNewThread { [self] in read(lines, pool) }
    }

    /// Ends the process (SIGKILL). Nobody receives the replies that it has not written.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        // Another process may have its pipe open, so that there is no end to read.
        end()
    }

    /// Ends every wait for a reply.
    private func end() {
        let waiting = state.withLock { node in
            node.isGone = true
            defer { node.waiting = [:] }
            return Array(node.waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    /// Sends an event, and returns the reply; nil if the process is gone before it replies.
    func play(_ event: JSONValue, state: String?, user: String) async -> JSONValue? {
        await withCheckedContinuation { continuation in
            let id = self.state.withLock { node -> String? in
                guard !node.isGone else { return nil }
                node.number += 1
                node.waiting["\(node.number)"] = continuation
                return "\(node.number)"
            }
            guard let id else { return continuation.resume(returning: nil) }
            var members = [
                JSONMember("id", .string(id)), JSONMember("event", event), JSONMember("user", .string(user)),
            ]
            if let state { members.append(JSONMember("state", .string(state))) }
            write(.object(members))
        }
    }

    private func write(_ line: JSONValue) {
        // A process that is gone reads nothing.
        state.withLock { _ in try? input.fileHandleForWriting.write(contentsOf: Data((line.jsonText + "\n").utf8)) }
    }

    private func read(_ lines: FileHandle, _ pool: CountingPool) {
        var rest = Data()
        while true {
            let data = lines.availableData
            guard !data.isEmpty else { break }
            rest += data
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = JSONValue(json: Array(rest[rest.startIndex..<end]))
                rest = Data(rest[(end + 1)...])
                if let line { take(line, pool) }
            }
        }
        end()
    }

    private func take(_ line: JSONValue, _ pool: CountingPool) {
        if let call = line["call"] {
            let operation = line["operation"]?.string ?? ""
            Task {
                let reply = await pool.respond(to: operation, line["request"] ?? [:])
                let type = reply.errorType.map { [JSONMember("error", .string($0))] } ?? []
                write(.object([JSONMember("reply", call), JSONMember("body", .string(reply.body.jsonText))] + type))
            }
        } else if let id = line["id"]?.string {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: line)
        }
    }
}
