import Foundation

/// A pool in a process of its own, on a free port.
final class PoolProcess {
    struct Failure: Error {
        let message: String
    }

    private let process = Process()
    private let seed: URL
    /// Where it listens.
    let endpoint: String

    init(program: String, users: [LoadUser]) throws {
        seed = FileManager.default.temporaryDirectory.appendingPathComponent("pool-load-\(UUID().uuidString).json")
        // Under a sanitizer all of them together take minutes.
        let pool = #"{"proofSeconds": 900, "clients": [{"sessionMinutes": 15}]}"#
        let json = "{\"pool\": \(pool), \"users\": [\n" + users.map(\.seed).joined(separator: ",\n") + "\n]}\n"
        try json.write(to: seed, atomically: true, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["pool", "--seed", seed.path, "--quiet"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        guard let line = Self.firstLine(output.fileHandleForReading),
            let place = line.split(separator: " ").first(where: { $0.hasPrefix("http://") })
        else {
            process.terminate()
            throw Failure(message: "the pool did not say where it listens")
        }
        endpoint = String(place)
    }

    private static func firstLine(_ handle: FileHandle) -> String? {
        var line: [UInt8] = []
        while let byte = try? handle.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: seed)
    }
}
