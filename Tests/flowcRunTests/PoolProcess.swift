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
    /// - Throws: ``NotListening`` if the pool does not start.
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

    /// Signs a new user up, which is told from one who is there.
    /// - Returns: the status of the answer; nothing if there was none.
    func signUp(_ name: String) async -> Int? {
        let attribute = #"{"Name":"name","Value":"\#(String(repeating: "n", count: 1500))"}"#
        return await call(
            "SignUp", #"{"ClientId":"app-client","Username":"\#(name)","UserAttributes":[\#(attribute)]}"#)?.status
    }

    /// The answer to a request; nothing if there was none.
    func call(_ operation: String, _ body: String) async -> (status: Int, body: WireValue)? {
        guard let client = try? RawClient(port: port) else { return nil }
        await client.send(
            "POST / HTTP/1.1\r\nHost: here\r\nX-Amz-Target: AWSCognitoIdentityProviderService.\(operation)\r\n"
                + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        let text = await client.readAll()
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count > 2, let status = Int(words[1]), let end = text.range(of: "\r\n\r\n"),
            let body = WireValue(json: Array(text[end.upperBound...].utf8))
        else { return nil }
        return (status, body)
    }
}
