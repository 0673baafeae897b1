import Foundation
import TestSupport

/// A person at a terminal, played by a program.
struct Terminal {
    /// What came of a conversation.
    struct Outcome: Decodable {
        /// All that the terminal showed.
        let transcript: String
        /// Whether it showed what was typed, at the turns where that was asked; or what was not seen.
        let notes: [Note]
        /// Whether it showed what was typed once the program had ended.
        let shows: Bool
        /// The exit code, or the negative number of a signal.
        let ended: Int32
    }

    /// A note of the one who plays the person.
    enum Note: Decodable, Equatable {
        case shows(Bool)
        case trouble(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self =
                if let flag = try? container.decode(Bool.self) { .shows(flag) } else {
                    .trouble(try container.decode(String.self))
                }
        }
    }

    /// One thing that is waited for, and what is typed then.
    struct Turn {
        let expected: String
        let typed: String
        var notesEcho = false
        var hangsUp = false

        init(_ expected: String, _ typed: String, notesEcho: Bool = false, hangsUp: Bool = false) {
            self.expected = expected
            self.typed = typed
            self.notesEcho = notesEcho
            self.hangsUp = hangsUp
        }

        var json: [String] { [expected, typed] + (notesEcho ? ["echo"] : []) + (hangsUp ? ["hang up"] : []) }
    }

    /// Lets a person converse with `flowc` from the package's root. The program ignores the signals in `ignored`.
    static func converse(
        _ arguments: [String], environment: [String: String] = [:], ignored: [Int32] = [], _ turns: [Turn]
    ) async throws -> Outcome {
        let order: [String: Any] = [
            "command": [executable.path] + arguments, "environment": environment, "ignored": ignored,
            "turns": turns.map(\.json),
        ]
        let input = try JSONSerialization.data(withJSONObject: order)
        let output = try await run(
            ["python3", PackageFiles.absolute("Tests/Tools/flowcRunTests/Vectors/converse.py")], input: input
        ).output
        return try JSONDecoder().decode(Outcome.self, from: output)
    }

    /// Runs a program of the search path to its end.
    static func run(_ command: [String], input: Data = Data()) async throws -> (code: Int32, output: Data, errors: Data)
    {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try runNow(command, input: input) })
            }
        }
    }

    private static func runNow(_ command: [String], input: Data) throws -> (code: Int32, output: Data, errors: Data) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flowc-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (given, output, errors) = (
            folder.appendingPathComponent("in"), folder.appendingPathComponent("out"),
            folder.appendingPathComponent("err")
        )
        try input.write(to: given)
        for file in [output, errors] { try Data().write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try Data(contentsOf: output), try Data(contentsOf: errors))
    }

    /// The tool.
    static var executable: URL { program("flowc") }

    /// A program of this package, which lies beside the tests.
    static func program(_ name: String) -> URL {
        var folder = Bundle.main.bundleURL
        #if os(macOS)
            for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                folder = bundle.bundleURL.deletingLastPathComponent()
            }
        #endif
        return folder.appendingPathComponent(name)
    }
}
