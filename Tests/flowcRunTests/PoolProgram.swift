import Foundation

/// `flowc pool` in a process of its own, with what it writes on standard error.
final class PoolProgram: @unchecked Sendable {
    /// It did not say where it listens.
    struct NotListening: Error {}

    let process = Process()
    let port: UInt16
    private let errors: URL

    /// Starts the program with a limit of descriptors.
    init(_ arguments: String..., descriptors: Int) throws {
        errors = FileManager.default.temporaryDirectory.appendingPathComponent("flowc-pool-\(UUID().uuidString)")
        try Data().write(to: errors)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let script = "ulimit -n \(descriptors) && exec \"$0\" \"$@\""
        process.arguments = ["-c", script, Terminal.executable.path, "pool"] + arguments
        process.standardError = try FileHandle(forWritingTo: errors)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = ""
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.unicodeScalars.append(UnicodeScalar(byte))
        }
        let url = line.split(separator: " ").first { $0.hasPrefix("http://") }
        guard let port = url?.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw NotListening() }
        self.port = port
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: errors)
    }

    /// What it has written on standard error.
    var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Asks the program to end.
    /// - Returns: its exit code.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
