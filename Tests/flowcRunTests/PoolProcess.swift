import FlowCore
import Foundation

/// `flowc pool` with a data file, as a process of its own that a test talks to and kills.
final class PoolProcess: @unchecked Sendable {
    /// The process ended, or did not say where it listens.
    struct NotListening: Error {
        let code: Int32
        let errors: String
    }

    private let process = Process()
    private let errors = Pipe()
    let port: UInt16

    /// Starts the pool and waits until it listens.
    /// - Parameters:
    ///   - data: the file that it is kept in.
    ///   - limit: blocks of 512 bytes that a file may have; the writes of a larger one fail.
    init(data: String, limit: Int? = nil) throws {
        let output = Pipe()
        let command = [Terminal.executable.path, "pool", "--json", "--quiet", "--data", data]
        if let limit {
            // A shell that ignores the signal hands that on, so that writes fail instead of ending the program.
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "trap '' XFSZ; ulimit -f \(limit); exec \"$@\"", "sh"] + command
        } else {
            process.executableURL = URL(fileURLWithPath: command[0])
            process.arguments = Array(command.dropFirst())
        }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let url = WireValue(json: Array(line.utf8))?["listening"]?["url"]?.string
        guard let port = url?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            process.waitUntilExit()
            throw NotListening(
                code: process.terminationStatus,
                errors: String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self))
        }
        self.port = port
    }

    deinit { kill() }

    /// Kills the process as nothing else does: at once, wherever it stands.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The status of a request's answer; nothing if there was none.
    func status(_ operation: String, _ body: String) async -> Int? {
        guard let client = try? RawClient(port: port) else { return nil }
        await client.send(
            "POST / HTTP/1.1\r\nHost: here\r\nX-Amz-Target: AWSCognitoIdentityProviderService.\(operation)\r\n"
                + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        let words = await client.readAll().split(separator: " ", maxSplits: 2)
        return words.count > 1 ? Int(words[1]) : nil
    }
}
