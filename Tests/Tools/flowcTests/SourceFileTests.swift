import Foundation
import Testing

/// The files that the tool takes for sources, and those that it does not write over.
@Suite("flowc and hostile files")
struct SourceFileTests {
    private static let flow = #"<flow name="f" start="in"><end id="in"/></flow>"#

    /// Devices and pipes have no end, and what the system makes up is nobody's source.
    @Test(arguments: ["/dev/zero", "/dev/urandom", "pipe", "/proc/self/environ", "."])
    func onlyRegularFilesAreSources(_ path: String) throws {
        let tool = try Tool()
        #expect(mkfifo(tool.folder.appendingPathComponent("pipe").path, 0o600) == 0)
        for attribute in ["service", "extends"] {
            try tool.add("f.flow.xml", #"<flow name="f" \#(attribute)="\#(path)" start="in"><end id="in"/></flow>"#)
            // With and without a project that contains the path.
            for root in [tool.folder.path, "/"] {
                let environment = ["PLANTED": "s3cr3t-of-the-environment", "FLOWC_ROOT": root]
                for checked in [
                    try tool.run("check", "f.flow.xml", environment: environment),
                    try tool.run(
                        ["f.flow.xml", "out"], environment: environment, executable: Tool.program("flowc-gen")),
                ] {
                    #expect(checked.code == 1)
                    #expect(!checked.errors.contains("s3cr3t") && !checked.output.contains("s3cr3t"))
                }
            }
        }
    }

    /// A file of the one who calls, which a flow that somebody sent must not read: its text would stand in the findings.
    @Test func namedFilesLieInTheProject() throws {
        let tool = try Tool()
        let secret = tool.folder.appendingPathComponent("secret.xml")
        try FileManager.default.createDirectory(
            at: tool.folder.appendingPathComponent("inbox/flows"), withIntermediateDirectories: true)
        try tool.add("secret.xml", "s3cr3t of the owner")
        try FileManager.default.createSymbolicLink(
            at: tool.folder.appendingPathComponent("inbox/link.xml"), withDestinationURL: secret)
        let working = tool.folder.appendingPathComponent("inbox")
        for path in [secret.path, "../secret.xml", "link.xml", "flows/../../secret.xml"] {
            for attribute in ["service", "extends"] {
                try tool.add(
                    "inbox/f.flow.xml", #"<flow name="f" \#(attribute)="\#(path)" start="in"><end id="in"/></flow>"#)
                let generator = Tool.program("flowc-gen")
                for checked in [
                    try tool.run("check", "f.flow.xml", in: working),
                    try tool.run(["f.flow.xml", "out.swift"], in: working, executable: generator),
                ] {
                    #expect(
                        checked.code == 1 && (checked.output + checked.errors).contains("file-unreadable"),
                        "\(checked)")
                    #expect(!checked.errors.contains("s3cr3t") && !checked.output.contains("s3cr3t"))
                }
            }
        }
        // A mark makes the folder above a project's.
        try tool.add(".flowc-root", "")
        try tool.add("base.flow.xml", #"<flow name="b" start="in"><end id="in"/></flow>"#)
        try tool.add("inbox/f.flow.xml", #"<flow name="f" extends="../base.flow.xml"/>"#)
        #expect(try tool.run("check", "f.flow.xml", in: working).code == 0)
    }

    /// The one who calls may pipe a flow in.
    @Test func rootMayBeAPipe() throws {
        let tool = try Tool()
        #expect(try tool.run("check", "/dev/stdin", input: Self.flow).code == 0)
    }

    /// What has no end is not read to it, whoever names it.
    @Test(
        "an input without end is refused",
        arguments: [
            "check", "compile -o out", "format", "test", "dump", "diagram", "lambda", "generate swift", "run",
            "run f.flow.xml --seed", "run f.flow.xml --config", "flowc-gen",
        ])
    func endless(_ command: String) throws {
        let tool = try Tool()
        try tool.add("f.flow.xml", Self.flow)
        for input in ["/dev/zero", "- < /dev/zero", "pipe"] {
            // The standard input of a conversation is the person.
            if command.hasPrefix("run"), input.hasPrefix("-") { continue }
            let program = command == "flowc-gen" ? command : "flowc"
            // The shell takes a redirection anywhere in a line.
            let call = program == "flowc" ? "\"$0\" \(command) \(input)" : "\"$0\" \(input) out"
            let line = "mkfifo pipe; (exec cat /dev/zero 2> /dev/null) > pipe & ulimit -v 6000000; \(call)"
            let outcome = try tool.shell(line + "; code=$?; kill $!; rm pipe; exit $code", program: program)
            #expect(outcome.code == 2, "\(input)")
            // `flowc format` replaces what it reads.
            let isReplaced = command == "format" && !input.hasPrefix("-")
            let reason = isReplaced ? "it is not a regular file" : "it is larger than 64 MiB"
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test("the generator of the plugins writes no text of a path raw")
    func hostilePaths() throws {
        let tool = try Tool()
        let generator = Tool.program("flowc-gen")
        let name = "a\u{1B}]0;owned\u{7}\u{202E}b"
        try tool.add("\(name).flow.xml", Self.flow)
        var outcomes = [
            try tool.run(["--folder", name, "\(name).flow.xml"], executable: generator),
            try tool.run(["--folder", "\(name)2", "--check", "\(name).flow.xml"], executable: generator),
            try tool.run(["\(name)3.flow.xml", "out"], executable: generator),
            try tool.run(["\(name).flow.xml", "\(name).flow.xml/out"], executable: generator),
        ]
        try tool.add("\(name).flow.xml", "<\(name)")
        outcomes.append(try tool.run(["\(name).flow.xml", "out"], executable: generator))
        #expect(outcomes.map(\.code) == [0, 3, 2, 2, 1])
        for outcome in outcomes {
            let text = outcome.output + outcome.errors
            #expect(text.contains("]0;owned"), "\(outcome)")
            #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}"].contains($0) }, "\(outcome)")
        }
    }

    @Test("the nearest mark counts, and one that does not count hides none above it")
    func nearestMark() throws {
        let tool = try Tool()
        try FileManager.default.createDirectory(
            at: tool.folder.appendingPathComponent("outer/inner/in"), withIntermediateDirectories: true)
        for name in ["outer/base.flow.xml", "outer/inner/base.flow.xml"] { try tool.add(name, Self.flow) }
        for (name, base) in [("near", "../base.flow.xml"), ("far", "../../base.flow.xml")] {
            try tool.add(
                "outer/inner/in/\(name).flow.xml",
                #"<flow name="f" extends="\#(base)"/>"#)
        }
        let inner = tool.folder.appendingPathComponent("outer/inner")
        func codes() throws -> [Int32] {
            try ["near", "far"].map { name in
                try tool.run(
                    "check", "\(inner.path)/in/\(name).flow.xml", environment: ["HOME": "/nowhere"],
                    in: URL(fileURLWithPath: "/")
                ).code
            }
        }
        try tool.add("outer/.git", "")
        #expect(try codes() == [0, 0], "the mark above is the only one")
        try tool.add("outer/inner/Package.swift", "")
        #expect(try codes() == [0, 1], "the nearest mark counts")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: inner.path)
        #expect(try codes() == [0, 0], "others can write to the nearest, so the next counts")
    }

    /// Where a mark lies, and whether the folder is a project then.
    private func isProject(
        _ mark: String, in folder: String, of tool: Tool, home: String? = nil, isWorking: Bool = false
    ) throws -> Bool {
        try tool.add("\(folder)/\(mark)", "")
        try tool.add("\(folder)/base.flow.xml", Self.flow)
        try tool.add("\(folder)/in/f.flow.xml", #"<flow name="f" extends="../base.flow.xml"/>"#)
        var environment = ["HOME": "/nowhere"]
        if let home { environment[home] = tool.folder.appendingPathComponent(folder).path }
        let outcome = try tool.run(
            "check", "\(tool.folder.path)/\(folder)/in/f.flow.xml", environment: environment,
            in: isWorking ? tool.folder.appendingPathComponent(folder) : URL(fileURLWithPath: "/"))
        if outcome.code != 0 { #expect(outcome.output.contains("contains '\(mark)', but"), "\(outcome)") }
        return outcome.code == 0
    }

    private func folder(_ name: String, of tool: Tool, mode: Int = 0o755) throws -> String {
        let path = tool.folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: path.appendingPathComponent("in"), withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.path)
        return name
    }

    @Test("a mark makes a project", arguments: [".flowc-root", "Package.swift", ".git"])
    func marks(_ mark: String) throws {
        let tool = try Tool()
        #expect(try isProject(mark, in: folder("own", of: tool), of: tool))
        #expect(try isProject(mark, in: folder("private", of: tool, mode: 0o700), of: tool))
        for mode in [0o777, 0o1777, 0o757] {
            #expect(try !isProject(mark, in: folder("shared-\(mode)", of: tool, mode: mode), of: tool))
        }
        for variable in ["HOME", "TMPDIR"] {
            let name = try folder(variable, of: tool)
            #expect(try !isProject(mark, in: name, of: tool, home: variable))
            // It is none for the working directory's sake either.
            #expect(try !isProject(mark, in: name, of: tool, home: variable, isWorking: true))
        }
    }

    @Test(
        "a folder of another user, or of a group, is a project only for the files of that user",
        .enabled(if: geteuid() == 0))
    func owners() throws {
        let tool = try Tool()
        for (name, owner, group, mode) in [
            ("other", 4711, 0, 0o755), ("group", 0, 4711, 0o775), ("both", 4711, 4711, 0o775),
        ] {
            let path = try folder(name, of: tool, mode: mode)
            #expect(chown(tool.folder.appendingPathComponent(name).path, uid_t(owner), gid_t(group)) == 0)
            #expect(try !isProject(".git", in: path, of: tool), "\(name)")
        }
        #expect(chown(tool.folder.appendingPathComponent("other/in/f.flow.xml").path, 4711, 0) == 0)
        #expect(try isProject(".git", in: "other", of: tool), "a container's root works on a user's files")
        #expect(try isProject(".git", in: folder("grouped", of: tool, mode: 0o775), of: tool))
    }
}
