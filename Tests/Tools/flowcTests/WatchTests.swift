import Foundation
import TestSupport
import Testing

@Suite("flowc check --watch")
struct WatchTests {
    private static let service = """
        <service name="s"><reply name="r"/><operation name="Go" reply="r"/></service>
        """

    /// A running `flowc check --watch`.
    private final class Watcher {
        private let process = Process()
        private let output: URL

        /// Starts the program so that Ctrl-C ends it, even if what started the tests ignores this signal.
        private static let start = """
            import os, signal, sys
            for number in (signal.SIGINT, signal.SIGPIPE): signal.signal(number, signal.SIG_DFL)
            os.execv(sys.argv[1], sys.argv[1:])
            """

        init(_ tool: Tool, _ arguments: [String]) throws {
            output = tool.folder.appendingPathComponent(".watched")
            try Data().write(to: output)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            let command = [Tool.program("flowc").path, "check", "--watch"] + arguments
            process.arguments = ["python3", "-c", Self.start] + command
            process.currentDirectoryURL = tool.folder
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = process.standardOutput
            try process.run()
        }

        deinit { process.terminate() }

        var shown: String { get throws { try String(contentsOf: output, encoding: .utf8) } }

        /// Waits until a text has been shown a number of times.
        func wait(for text: String, times: Int = 1) async throws -> Bool {
            for _ in 0..<400 {
                if try shown.components(separatedBy: text).count > times { return true }
                try await Task.sleep(for: .milliseconds(50))
            }
            return false
        }

        /// Interrupts the program as Ctrl-C does, and returns whether the signal ended it.
        func interrupt() -> Bool {
            process.interrupt()
            process.waitUntilExit()
            return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT
        }
    }

    @Test("checks again after each change of a file or of one that it names, also after it was gone")
    func rounds() async throws {
        let tool = try Tool()
        let good = "<flow name=\"f\" start=\"done\"><end id=\"done\"/></flow>\n"
        try tool.add("f.flow.xml", good)
        let watcher = try Watcher(tool, ["f.flow.xml"])
        #expect(try await watcher.wait(for: "no findings"))
        #expect(try watcher.shown.contains(#/^\d\d:\d\d:\d\d checking f\.flow\.xml/#))
        try tool.add("f.flow.xml", good.replacingOccurrences(of: "start=\"done\"", with: "start=\"gone\""))
        #expect(try await watcher.wait(for: "unknown-target"))
        #expect(try await watcher.wait(for: "1 error, 0 warnings"))
        // An editor replaces a file by another one, and for a moment there is none.
        let file = tool.folder.appendingPathComponent("f.flow.xml")
        try FileManager.default.removeItem(at: file)
        try tool.add("f.flow.xml", good)
        #expect(try await watcher.wait(for: "no findings", times: 2))
        #expect(try !watcher.shown.contains("cannot read"))
        // A file that the flow names is not there yet.
        let extending = good.replacingOccurrences(of: "name=\"f\"", with: "name=\"f\" service=\"s.service.xml\"")
        try tool.add("f.flow.xml", extending)
        #expect(try await watcher.wait(for: "s.service.xml"))
        let errors = try watcher.shown.components(separatedBy: "checking").count
        try tool.add("s.service.xml", Self.service)
        #expect(try await watcher.wait(for: "checking", times: errors))
        #expect(watcher.interrupt())
    }

    @Test("a change of a file that another names is noticed during the first check, too")
    func changeWhileChecking() async throws {
        let tool = try Tool()
        try tool.add("s.service.xml", Self.service)
        try tool.add("f.flow.xml", #"<flow name="f" service="s.service.xml" start="a"><end id="a"/></flow>"#)
        // Checking this flow takes longer than reading the first.
        let slow = PackageFiles.absolute("flows/amplify.flow.xml")
        let watcher = try Watcher(tool, ["f.flow.xml", slow])
        #expect(try await watcher.wait(for: "checking"))
        try await Task.sleep(for: .milliseconds(20))
        try tool.add("s.service.xml", "<service")
        #expect(try await watcher.wait(for: "not-well-formed"))
        #expect(watcher.interrupt())
    }

    @Test("a file that is gone for good is reported, and the watch goes on")
    func gone() async throws {
        let tool = try Tool()
        try tool.add("f.flow.xml", "<flow name=\"f\" start=\"done\"><end id=\"done\"/></flow>\n")
        let watcher = try Watcher(tool, ["f.flow.xml"])
        #expect(try await watcher.wait(for: "no findings"))
        try FileManager.default.removeItem(at: tool.folder.appendingPathComponent("f.flow.xml"))
        #expect(try await watcher.wait(for: "cannot read 'f.flow.xml'"))
        try tool.add("f.flow.xml", "<flow name=\"f\" start=\"done\"><end id=\"done\"/></flow>\n")
        #expect(try await watcher.wait(for: "no findings", times: 2))
        #expect(watcher.interrupt())
    }

    @Test("is for people at files, and not for programs")
    func usage() throws {
        let tool = try Tool()
        for arguments in [["--json"], ["--format", "sarif"], ["-"]] {
            #expect(try tool.run(["check", "--watch", "f.flow.xml"] + arguments).code == 64, "\(arguments)")
        }
    }
}
