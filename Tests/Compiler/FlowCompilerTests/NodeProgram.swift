import Foundation
import TestSupport

/// Node.js with some scripts in a folder of their own.
struct NodeProgram {
    /// What came of a run.
    struct Outcome {
        let code: Int32
        let output: String

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The folder with the handlers that others wrote and what compares two.
    static let fixtures = "Tests/Compiler/FlowCompilerTests/Facts/Triggers"

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("triggers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Removes the folder.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Puts a script into the folder.
    /// - Returns: its path.
    func add(_ name: String, _ text: String) throws -> String {
        let place = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: place)
        return place.path
    }

    /// Runs `node` with these arguments.
    func run(_ arguments: String...) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["node"] + arguments
        let output = folder.appendingPathComponent(".out")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, handle, handle)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8))
    }

    /// Runs a trigger and one of the fixtures on every history of up to four entries.
    func compare(_ script: String, as file: String = "trigger.cjs", with fixture: String) throws -> Outcome {
        try run(
            PackageFiles.absolute("\(Self.fixtures)/compare.mjs"), try add(file, script),
            PackageFiles.absolute("\(Self.fixtures)/\(fixture)"))
    }
}
