import Foundation

/// The built tool, run as a person runs it.
struct Tool {
    /// What came of a run.
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// A folder for the files of one test.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("flowc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs the tool in the folder, or in another.
    func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:], in working: URL? = nil
    ) throws -> Outcome {
        try run(arguments, bytes: Data(input.utf8), environment: environment, in: working)
    }

    /// Runs a line of a shell in the folder. A program of the package, by default the tool, is `"$0"`.
    func shell(_ line: String, program: String = "flowc") throws -> Outcome {
        try run(["-c", line, Self.program(program).path], executable: URL(fileURLWithPath: "/bin/sh"))
    }

    /// Runs the tool in the folder, with input that need not be text.
    func run(
        _ arguments: [String], bytes: Data = Data(), environment: [String: String] = [:],
        in working: URL? = nil, executable: URL? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = executable ?? Self.program("flowc")
        process.arguments = arguments
        process.currentDirectoryURL = working ?? folder
        process.environment = Self.sanitizers.merging(["PATH": "/usr/bin:/bin"]) { $1 }.merging(environment) { $1 }
        let (given, output, errors) = (
            Pipe(), folder.appendingPathComponent(".out"), folder.appendingPathComponent(".err")
        )
        for file in [output, errors] { try Data().write(to: file) }
        process.standardInput = given
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: bytes)
        try given.fileHandleForWriting.close()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// What tells a sanitizer how to watch, also the programs of tests.
    private static let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

    /// Puts a file into the folder.
    func add(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    /// Puts a file into the folder.
    func add(_ name: String, _ text: String) throws { try add(name, Array(text.utf8)) }

    /// Names of the files in the folder.
    var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
        }
    }

    /// A program of the package.
    static func program(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// The programs lie beside the tests.
    private static var folder: URL {
        var folder = Bundle.main.bundleURL
        #if os(macOS)
            for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                folder = bundle.bundleURL.deletingLastPathComponent()
            }
        #endif
        return folder
    }
}
