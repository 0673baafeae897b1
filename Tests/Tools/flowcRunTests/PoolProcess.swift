import FlowCore
import Foundation

/// `flowc pool` as a process of its own that a test talks to, stops and kills.
final class PoolProcess: @unchecked Sendable {
    /// The process ended, or did not say where it listens.
    struct NotListening: Error {
        let code: Int32
        let errors: String
    }

    /// Starts a program with a child that kills it at the end of standard input, so that no pool outlives tests that
    /// crash. The child closes the other files, since Foundation takes an open one for the running program.
    private static let start = """
        import os, signal, sys
        for number in (signal.SIGPIPE, signal.SIGXFSZ): signal.signal(number, signal.SIG_DFL)
        program = os.getpid()
        if os.fork() == 0:
            os.closerange(1, 1 << 20)
            os.read(0, 1)
            if os.getppid() == program: os.kill(program, signal.SIGKILL)
            os._exit(0)
        os.execv(sys.argv[1], sys.argv[1:])
        """

    private let process = Process()
    /// Nothing is written to it; it ends with this object or with the tests.
    private let input = Pipe()
    private let errors = FileManager.default.temporaryDirectory.appendingPathComponent("pool-\(UUID().uuidString)")
    let port: UInt16

    /// Starts the pool and waits until it listens.
    /// - Parameters:
    ///   - data: the file that it is kept in, if it is.
    ///   - seed: the file with its users and settings.
    ///   - blocks: blocks of 512 bytes that a file may have; the writes of a larger one fail.
    ///   - descriptors: how many descriptors the process may have.
    /// - Throws: ``NotListening`` if the pool does not start.
    init(data: String? = nil, seed: String? = nil, blocks: Int? = nil, descriptors: Int? = nil) throws {
        let output = Pipe()
        // A shell that ignores the signal hands that on, so that writes fail instead of ending the program.
        let limits = blocks.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
        let script = limits + (descriptors.map { "ulimit -n \($0); " } ?? "") + "exec \"$@\""
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.start, "/bin/sh", "-c", script, "sh", Terminal.executable.path]
        process.arguments? += ["pool", "--json", "--quiet"]
        if let data { process.arguments? += ["--data", data] }
        if let seed { process.arguments? += ["--seed", seed] }
        process.standardInput = input
        process.standardOutput = output
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let url = JSONValue(json: Array(line.utf8))?["listening"]?["url"]?.string
        guard let port = url?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            process.waitUntilExit()
            let errors = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw NotListening(code: process.terminationStatus, errors: errors)
        }
        self.port = port
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: errors)
    }

    /// Everything that the process has written to standard error.
    var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    var isRunning: Bool { process.isRunning }

    var identifier: Int32 { process.processIdentifier }

    /// Asks the process to end.
    /// - Returns: its exit code.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Kills the process as nothing else does: at once, wherever it stands.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Signs a new user up, which is told from one who is there.
    /// - Returns: the status of the answer; nothing if there was none.
    func signUp(_ name: String) async -> Int? {
        let attribute = #"{"Name":"name","Value":"\#(String(repeating: "n", count: 1500))"}"#
        let user = #""Username":"\#(name)","Password":"Passw0rd!""#
        return await call("SignUp", #"{"ClientId":"app-client",\#(user),"UserAttributes":[\#(attribute)]}"#)?.status
    }

    /// The answer to a request; nothing if there was none.
    func call(_ operation: String, _ body: String) async -> (status: Int, body: JSONValue)? {
        guard let client = try? RawClient(port: port) else { return nil }
        await client.send(
            "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: AWSCognitoIdentityProviderService.\(operation)\r\n"
                + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        let text = await client.readAll()
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count > 2, let status = Int(words[1]), let end = text.range(of: "\r\n\r\n"),
            let body = JSONValue(json: Array(text[end.upperBound...].utf8))
        else { return nil }
        return (status, body)
    }
}
