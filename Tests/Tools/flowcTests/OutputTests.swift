import Foundation
import TestSupport
import Testing

/// Each command that writes a file, with each kind of thing that a path can lead to.
@Suite("What flowc writes to")
struct OutputTests {
    /// A command with an output, but for its path.
    struct Command: Sendable, CustomTestStringConvertible {
        var program = "flowc"
        let words: [String]
        /// What stands before the path of the output.
        var option = ["-o"]

        var testDescription: String { ([program] + words).joined(separator: " ") }
        /// A folder gets a file whose name the command makes itself.
        var namesItself: Bool { program == "flowc" && !["lambda", "view"].contains(words[0]) }
        /// The command as a shell has it, but for the path; the program is `$0`.
        var line: String { "\"$0\" " + (words + option).joined(separator: " ") }
    }

    /// All commands with one output. They read `enter.flow.xml`, which extends `base.flow.xml` and uses `tower.service.xml`.
    static let commands = [
        Command(words: ["compile", "enter.flow.xml"]), Command(words: ["diagram", "enter.flow.xml"]),
        Command(words: ["diagram", "--format", "mermaid", "enter.flow.xml"]),
        Command(words: ["diagram", "--format", "svg", "enter.flow.xml"]), Command(words: ["lambda", "enter.flow.xml"]),
        Command(words: ["generate", "swift", "enter.flow.xml"]),
        Command(program: "flowc-gen", words: ["enter.flow.xml"], option: []),
        Command(words: ["view", "enter.flow.xml"]),
    ]

    private static let service = """
        <service name="tower" answer="Answer">
          <reply name="auth" challenge="Challenge" success="Tokens"><output name="Session" type="session"/></reply>
          <operation name="Enter" reply="auth"/>
          <operation name="Answer" reply="auth" responses="Responses">
            <input name="Method" variant="true"/><input name="Session" type="session"/>
          </operation>
          <challenge name="RIDDLE" proves="wit"><response name="Solution" required="true"/></challenge>
        </service>
        """
    private static let base = """
        <flow name="base" abstract="true" service="tower.service.xml">
          <rounds><round challenge="RIDDLE" tries="3"/></rounds>
          <challenge name="RIDDLE">
            <ask name="solution"/><send name="Solution" from="solution"/><send name="Session" from="Session"/>
          </challenge>
          <on event="success" to="inside"/><on event="invalid cancel" to="outside"/><on error="*" to="outside"/>
          <end id="inside"/><end id="outside"/>
        </flow>
        """
    private static let flow = """
        <flow name="enter" extends="base.flow.xml" start="enter"><call id="enter" operation="Enter"/></flow>
        """
    private static let sources = ["enter.flow.xml": flow, "base.flow.xml": base, "tower.service.xml": service]

    private let tool: Tool

    init() throws {
        tool = try Tool()
        for (name, text) in Self.sources { try tool.add(name, text) }
    }

    private func path(_ name: String) -> String { tool.folder.appendingPathComponent(name).path }

    private func write(_ command: Command, to target: String) throws -> Tool.Outcome {
        try tool.run(command.words + command.option + [target], executable: Tool.program(command.program))
    }

    private func shell(_ command: Command, _ line: String) throws -> Tool.Outcome {
        try tool.shell(line, program: command.program)
    }

    /// What the command writes; then its sources are as they were, and it has left nothing behind.
    private func content(_ command: Command) throws -> Data {
        try #require(try write(command, to: "expected").code == 0)
        defer { try? FileManager.default.removeItem(atPath: path("expected")) }
        return try read("expected")
    }

    private func read(_ name: String) throws -> Data {
        try Data(contentsOf: tool.folder.appendingPathComponent(name))
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    private func expectNothingLost(_ command: Command) throws {
        for (name, text) in Self.sources {
            #expect(try read(name) == Data(text.utf8), "\(command.testDescription): \(name)")
        }
        let all = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
        #expect(!all.contains { $0.hasPrefix(".flowc-") || $0.hasSuffix(".tmp") }, "\(all)")
    }

    @Test("a regular file is replaced through links, and keeps its mode", arguments: commands)
    func regularFiles(_ command: Command) throws {
        let expected = try content(command)
        let files = FileManager.default
        try files.createDirectory(atPath: path("folder"), withIntermediateDirectories: true)
        for name in ["private", "folder/linked"] {
            try tool.add(name, String(repeating: "old ", count: 50_000))
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
        }
        let links = ["link": "folder/linked", "dangling": "folder/made", "chain": "dangling", "whole": path("made")]
        for (name, target) in links { try files.createSymbolicLink(atPath: path(name), withDestinationPath: target) }
        for target in ["new", "private", "link", "dangling", "chain", "whole"] {
            #expect(try write(command, to: target).code == 0, "\(target)")
            #expect(try read(target) == expected, "\(target)")
        }
        for (name, target) in links { #expect(try files.destinationOfSymbolicLink(atPath: path(name)) == target) }
        #expect(try mode("private") == 0o600 && mode("folder/linked") == 0o600)
        #expect(try mode("new") == 0o666 & ~Int(currentMask))
        try expectNothingLost(command)
    }

    private var currentMask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    @Test("a source of the same run is not written, whatever path leads to it", arguments: commands)
    func sourcesStay(_ command: Command) throws {
        let files = FileManager.default
        for (index, name) in Self.sources.keys.enumerated() {
            try files.linkItem(atPath: path(name), toPath: path("hard\(index)"))
            try files.createSymbolicLink(atPath: path("soft\(index)"), withDestinationPath: name)
            for target in [name, "./" + name, path(name), "hard\(index)", "soft\(index)"] {
                let outcome = try write(command, to: target)
                #expect(outcome.code == 2, "\(target)")
                #expect(outcome.errors.contains("cannot write '\(target)'"), "\(outcome.errors)")
            }
        }
        let piped = command.line.replacingOccurrences(of: "enter.flow.xml", with: "-")
        #expect(try shell(command, "\(piped) enter.flow.xml < enter.flow.xml").code == 2)
        try expectNothingLost(command)
    }

    @Test("a source that is also standard output or error is not written", arguments: commands)
    func streamedSourcesStay(_ command: Command) throws {
        for name in Self.sources.keys {
            for target in ["-", name, "/dev/stdout"] {
                // Only for flowc is '-' standard output.
                if target == "-", command.program != "flowc" { continue }
                for redirection in [">>", "1<>"] {
                    let outcome = try shell(command, "\(command.line) \(target) \(redirection) \(name)")
                    #expect(outcome.code == 2, "\(target) \(redirection) \(name)")
                    #expect(outcome.errors.contains("it is also an input of this command"), "\(outcome.errors)")
                }
            }
            // The shell puts the message of the failure after the source, and nothing else.
            let line = "\(command.line) \(name) 2>> \(name)"
            #expect(try shell(command, line).code == 2)
            let text = Self.sources[name, default: ""]
            let message = try String(decoding: read(name), as: UTF8.self).dropFirst(text.count)
            #expect(message.hasSuffix("it is also an input of this command\n"), "\(line)")
            #expect(message.split(separator: "\n").count == 1, "\(line): \(message)")
            try tool.add(name, text)
        }
        try expectNothingLost(command)
    }

    @Test(
        "a command that lists its results does not write them to its source",
        arguments: [
            "check --json enter.flow.xml", "check --format sarif enter.flow.xml", "format --check enter.flow.xml",
            "format enter.flow.xml", "format - < enter.flow.xml",
        ])
    func listsStay(_ line: String) throws {
        for redirection in [">>", "1<>"] {
            let outcome = try tool.shell("\"$0\" \(line) \(redirection) enter.flow.xml")
            #expect(outcome.code == 2, "\(redirection)")
            #expect(outcome.errors.contains("it is also an input of this command"), "\(outcome.errors)")
        }
        try expectNothingLost(Command(words: [line]))
    }

    @Test("a pipe and a device are written to, and stay what they are", arguments: commands)
    func streams(_ command: Command) throws {
        let expected = try content(command)
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let line = command.line
        #expect(try shell(command, "cat pipe > copy & \(line) pipe && wait").code == 0)
        #expect(try read("copy") == expected)
        // The shell has the file open: what it writes itself stands before and after.
        #expect(try shell(command, "(echo a; \(line) /dev/stdout; echo z) > whole").code == 0)
        #expect(try read("whole") == Data("a\n".utf8) + expected + Data("z\n".utf8))
        var devices = ["/dev/null": 0, "/dev/full": 2] as [String: Int32]
        for (name, minor, code) in [("null", 3, 0), ("full", 7, 2)] as [(String, Int, Int32)] {
            guard geteuid() == 0, try tool.shell("mknod \(name) c 1 \(minor)").code == 0 else { continue }
            devices[name] = code
            try FileManager.default.createSymbolicLink(atPath: path(name + "-link"), withDestinationPath: name)
            devices[name + "-link"] = code
        }
        for (target, code) in devices {
            // As root, a rename over the machine's own device would be a fault to remember.
            guard geteuid() != 0 || !target.hasPrefix("/dev") else { continue }
            let outcome = try write(command, to: target)
            #expect(outcome.code == code, "\(target)")
            if code != 0 { #expect(outcome.errors.contains("cannot write '\(target)': no space left"), "\(outcome)") }
            #expect(try tool.shell("test -c \(target)").code == 0, "\(target)")
        }
        #expect(try tool.shell("test -p pipe").code == 0)
        try expectNothingLost(command)
    }

    @Test("what cannot be written is reported", arguments: commands)
    func unwritable(_ command: Command) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: path("closed"), withIntermediateDirectories: true)
        try tool.add("locked", "old")
        try files.createSymbolicLink(atPath: path("loop"), withDestinationPath: "loop")
        for (name, mode) in [("closed", 0o555), ("locked", 0o444)] {
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
        }
        var targets = ["enter.flow.xml/file", "enter.flow.xml/new/file", "loop"]
        // Permissions do not bind root, but nobody makes a file there.
        targets += geteuid() == 0 ? ["/proc/file"] : ["closed/file", "locked"]
        for target in targets {
            let outcome = try write(command, to: target)
            #expect(outcome.code == 2, "\(target)")
            #expect(outcome.errors.contains("cannot write '\(target)'"), "\(outcome.errors)")
        }
        // A limit on the size of files stands for a full disk.
        try tool.add("kept", "old")
        let full = try shell(command, "(trap '' XFSZ; ulimit -f 0; \(command.line) kept; echo code $?) 2>&1 | cat")
        #expect(full.output.contains("cannot write 'kept': file too large") && full.output.hasSuffix("code 2\n"))
        #expect(try read("kept") == Data("old".utf8))
        let folder = try write(command, to: ".")
        #expect(folder.code == (command.namesItself ? 0 : 2))
        try expectNothingLost(command)
    }

    @Test("the folders that an output needs are created, also behind a link", arguments: commands)
    func missingFolders(_ command: Command) throws {
        let expected = try content(command)
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "other/file")
        for target in ["new/folder/file", "./new/next/file", "link"] {
            #expect(try write(command, to: target).code == 0, "\(target)")
            #expect(try read(target) == expected, "\(target)")
        }
        #expect(try read("other/file") == expected)
        try expectNothingLost(command)
    }

    @Test("of several outputs none is written if one cannot be", arguments: ["compile", "diagram"])
    func allOrNone(_ command: String) throws {
        try tool.add("b.flow.xml", Self.flow)
        let suffix = command == "compile" ? "flow" : "dot"
        let folder = tool.folder.appendingPathComponent("out")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("b.\(suffix)"), withIntermediateDirectories: true)
        #expect(try tool.run(command, "enter.flow.xml", "b.flow.xml", "-o", "out").code == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b.\(suffix)"])
    }

    @Test("a full standard output is reported by every command")
    func fullOutput() throws {
        try tool.add("bad.flow.xml", "<bad")
        try tool.add("scenario.xml", #"<scenarios flow="enter.flow.xml"><scenario name="s"/></scenarios>"#)
        #expect(try tool.run("compile", "enter.flow.xml", "-o", "enter.flow").code == 0)
        for line in [
            "compile enter.flow.xml -o -", "diagram enter.flow.xml", "diagram --format svg enter.flow.xml",
            "lambda enter.flow.xml", "format - < enter.flow.xml", "format --check base.flow.xml", "dump enter.flow",
            "test scenario.xml", "test --rows tsv scenario.xml", "test --generate enter.flow.xml", "check bad.flow.xml",
            "check --json enter.flow.xml", "check --format sarif enter.flow.xml", "explain unknown-target", "--help",
            "help check", "--version", "--generate-completion-script bash", "run enter.flow --service scripted",
            "run enter.flow --json --service scripted", "run \(PackageFiles.absolute("flows/amplify.flow.xml"))",
            "pool --help", "init new", "grammar", "generate swift enter.flow.xml",
        ] {
            try expectFullOutput(line)
        }
        for line in ["--folder generated --check enter.flow.xml", "--folder generated enter.flow.xml"] {
            try expectFullOutput(line, program: "flowc-gen")
        }
    }

    private func expectFullOutput(_ line: String, program: String = "flowc") throws {
        let outcome = try tool.shell("echo {} | \"$0\" \(line) > /dev/full", program: program)
        #expect(outcome.code == 2, "\(line)")
        #expect(outcome.errors.contains("cannot write standard output: no space left on device"), "\(line)")
    }

    @Test("a pool that serves reports a full standard output, and ends with it")
    func fullOutputOfAPool() throws {
        let wait = "while ! grep -q 'cannot write' errors && kill -0 $pool; do sleep 0.1; done"
        let line = "\"$0\" pool --port 0 > /dev/full 2> errors & pool=$!; \(wait); kill $pool; wait $pool; code=$?"
        let outcome = try tool.shell("\(line); cat errors; exit $code")
        #expect(outcome.code == 2)
        #expect(outcome.output == "flowc: cannot write standard output: no space left on device\n")
    }

    @Test("'-' is standard output beside a folder of that name", arguments: commands.filter { $0.program == "flowc" })
    func folderNamedLikeStandardOutput(_ command: Command) throws {
        #expect(try shell(command, "mkdir ./- && \(command.line) - > copy && test -s copy").code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("-")).isEmpty)
    }

    @Test("a command that writes a folder refuses standard output")
    func folderAsStandardOutput() throws {
        #expect(try tool.run("grammar", "-o", "-").code == 64)
    }

    @Test("each file of a folder is written as any other")
    func folderOfGrammars() throws {
        let files = FileManager.default
        #expect(try tool.run("grammar", "-o", "expected").code == 0)
        let names = try files.contentsOfDirectory(atPath: path("expected")).sorted()
        try #require(names.count >= 5)
        try files.createDirectory(atPath: path("made"), withIntermediateDirectories: true)
        for name in ["linked", "made/\(names[0])"] {
            try tool.add(name, "old")
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
        }
        try files.createSymbolicLink(atPath: path("made/\(names[1])"), withDestinationPath: "../linked")
        try files.createSymbolicLink(atPath: path("made/\(names[2])"), withDestinationPath: "../dangling")
        #expect(mkfifo(path("made/\(names[3])"), 0o600) == 0)
        let outcome = try tool.shell("cat made/\(names[3]) > copy & \"$0\" grammar -o made && wait")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let written = ["made/\(names[0])", "linked", "dangling", "copy"]
        for (name, target) in zip(names, written) { #expect(try read(target) == read("expected/\(name)"), "\(name)") }
        #expect(try mode("made/\(names[0])") == 0o600 && mode("linked") == 0o600)
        #expect(
            try tool.shell("test -L made/\(names[1]) && test -L made/\(names[2]) && test -p made/\(names[3])").code == 0
        )
        // None of the files is written if one cannot be.
        try tool.add("made/\(names[0])", "old")
        try files.removeItem(atPath: path("made/\(names[4])"))
        try files.createDirectory(atPath: path("made/\(names[4])"), withIntermediateDirectories: true)
        try files.removeItem(atPath: path("made/\(names[3])"))
        #expect(try tool.run("grammar", "-o", "made").code == 2)
        #expect(try read("made/\(names[0])") == Data("old".utf8))
    }

    @Test(
        "the header of generated code names the folder and the access level",
        arguments: [
            ([], ""), (["--output", "Generated"], ""), (["--output", "Flows/Made"], " --output Flows/Made"),
            (["--output", "it's", "--access", "public"], " --output 'it'\\''s' --access public"),
        ] as [([String], String)])
    func generatedHeader(options: [String], words: String) throws {
        let arguments = ["--folder", "made"] + options + ["enter.flow.xml"]
        #expect(try tool.run(arguments, executable: Tool.program("flowc-gen")).code == 0)
        let lines = String(decoding: try read("made/enter.swift"), as: UTF8.self).split(separator: "\n")
        #expect(lines[1] == "//     swift package generate-flows\(words)")
    }

    @Test("the generator of the plugins refuses a file that is not a flow, whatever its name")
    func otherKindOfFile() throws {
        try tool.add("tower.flow.xml", Self.service)
        for words in [["tower.flow.xml", "Tower.swift"], ["--folder", "Generated", "tower.flow.xml"]] {
            let outcome = try tool.run(words, executable: Tool.program("flowc-gen"))
            #expect(outcome.code == 1)
            #expect(outcome.errors == "tower.flow.xml:1:1: error: this is a service description, not a flow\n")
        }
        #expect(try !tool.files.contains("Tower.swift") && !tool.files.contains("Generated"))
    }
}
