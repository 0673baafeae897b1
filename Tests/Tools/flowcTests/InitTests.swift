import Foundation
import TestSupport
import Testing

@Suite("flowc init and flowc grammar")
struct InitTests {
    private static let services = ["cognito", "empty"]
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// The paths of all files in a folder, relative to it.
    private func files(in folder: String) throws -> [String] {
        let root = tool.folder.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
            return !isFolder.boolValue
        }.sorted()
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: tool.folder.appendingPathComponent(path), encoding: .utf8)
    }

    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            at: tool.folder.appendingPathComponent(path), withIntermediateDirectories: true)
    }

    @Test("a new project has no findings, its scenarios pass, and its files have the layout", arguments: services)
    func project(_ service: String) throws {
        let made = try tool.run("init", "new/my app", "--service", service)
        try #require(made.code == 0, "\(made)")
        #expect(made.errors.isEmpty)
        let files = try files(in: "new/my app")
        #expect(made.lines.filter { $0.hasPrefix("new/") }.sorted() == files.map { "new/my app/" + $0 })
        let documents = files.filter { $0.hasSuffix(".xml") }.map { "new/my app/" + $0 }
        #expect(documents.count == (service == "empty" ? 3 : 2))
        #expect(try tool.run(["format", "--check"] + documents).code == 0)
        // The commands that it shows work as they stand, but for the last, which builds.
        let next = Array(made.lines.drop { $0 != "Try next:" }.dropFirst())
        #expect(next.last == "  swift run")
        let played = try tool.shell((["set -e"] + next.dropLast()).joined(separator: "\n"))
        #expect(played.code == 0, "\(played)")
        // The scenarios come first, since the check has no findings.
        #expect(played.lines.count == 6 && played.lines[4] == "4 scenarios, 0 failed", "\(played)")
        #expect(try tool.run(["check", "--warnings-as-errors"] + documents).output.isEmpty)
    }

    @Test("a scenario of a new project fails if its flow changes", arguments: services)
    func changedProject(_ service: String) throws {
        try #require(try tool.run("init", ".", "--service", service).code == 0)
        let flow = try text("Sources/App/sign-in.flow.xml")
        let (old, new) =
            service == "empty"
            ? (#"retry="here" attempts="3" then="failed""#, #"to="failed""#)
            : (#"<send name="PREFERRED_CHALLENGE" value="EMAIL_OTP"/>"#, "")
        try #require(flow.contains(old))
        try tool.add("Sources/App/sign-in.flow.xml", flow.replacingOccurrences(of: old, with: new))
        #expect(try tool.run("test", "Tests/sign-in.scenario.xml").code == 1)
    }

    @Test("the manifest names the clone of this program, another one, or a repository")
    func manifest() throws {
        let clone = PackageFiles.absolute("Package.swift").dropLast("/Package.swift".count)
        try #require(try tool.run("init", "own").code == 0)
        #expect(
            try text("own/Package.swift").contains(#".package(name: "flowc", path: "\#(clone)", traits: ["Crypto"])"#))
        for folder in ["a \"clone\"/Plugins/FlowPlugin", "no-clone"] { try makeFolder(folder) }
        try tool.add("a \"clone\"/Package.swift", "")
        try #require(try tool.run("init", "second", "--package", "a \"clone\"").code == 0)
        #expect(try text("second/Package.swift").contains(#"/a \"clone\"""#))
        try #require(try tool.run("init", "third", "--package", "https://example.com/flowc").code == 0)
        #expect(
            try text("third/Package.swift").contains(
                #".package(url: "https://example.com/flowc", branch: "main", traits: ["Crypto"])"#))
        for url in ["https://example.com/sign-ins.git", "git@example.com:sign-ins.git", "ssh://host/a/sign-ins/"] {
            try #require(try tool.run("init", url, "--package", url).code == 0)
            let manifest = try text("\(url)/Package.swift")
            #expect(manifest.contains("url: \"\(url)\"") && !manifest.contains("\"flowc\""))
            #expect(manifest.contains(#".product(name: "FlowRuntime", package: "sign-ins")"#))
            #expect(manifest.contains(#".plugin(name: "FlowPlugin", package: "sign-ins")"#))
        }
        for wrong in ["no-clone", "gone"] {
            let outcome = try tool.run("init", "fourth", "--package", wrong)
            #expect(outcome.code == 64 && outcome.errors.contains("'\(wrong)' is not a clone of flowc"), "\(outcome)")
        }
        // Outside a clone, the program cannot know where its package is.
        let alone = try tool.shell("cp \"$0\" alone && ./alone init fourth")
        #expect(alone.code == 64 && alone.errors.contains("with --package"), "\(alone)")
        #expect(!(try tool.files.contains("fourth")))
    }

    @Test(
        "if a file exists, it stays as it was, and nothing is written",
        arguments: ["Package.swift", "Tests/sign-in.scenario.xml", "grammar/flow.rng", ".vscode/settings.json"])
    func existingFile(_ name: String) throws {
        let kinds = ["file": "printf mine > FILE", "link": "ln -s /nowhere FILE", "folder": "mkdir FILE"]
        for (folder, command) in kinds {
            let file = "\(folder)/\(name)"
            try makeFolder((file as NSString).deletingLastPathComponent)
            try #require(try tool.shell(command.replacingOccurrences(of: "FILE", with: file)).code == 0)
            let outcome = try tool.run("init", folder)
            #expect(outcome.code == 2 && outcome.output.isEmpty)
            #expect(outcome.errors == "flowc: cannot write '\(file)': it already exists\n")
            #expect(try files(in: folder) == (folder == "folder" ? [] : [name]))
        }
        #expect(try text("file/\(name)") == "mine")
    }

    @Test("a folder that cannot be created is reported")
    func unwritableFolder() throws {
        try tool.add("taken", "")
        for command in [["init", "taken/app"], ["init", "taken"], ["grammar", "-o", "taken"]] {
            let outcome = try tool.run(command)
            #expect(outcome.code == 2, "\(command)")
            #expect(outcome.errors == "flowc: cannot write 'taken': not a directory\n", "\(command)")
        }
        #expect(try tool.run("init", "app", "--service", "ldap").code == 64)
    }

    @Test("an empty path is not the working directory")
    func emptyPath() throws {
        for command in [["init", ""], ["grammar", "-o", ""], ["docs", ".", "-o", ""]] {
            let outcome = try tool.run(command)
            #expect(outcome.code == 64 && outcome.errors.contains("the path of the folder is empty"), "\(command)")
        }
        #expect(try tool.files.isEmpty)
    }

    @Test("the grammars are those of the compiler, and replace older ones")
    func grammars() throws {
        for folder in ["grammar", "a/b"] {
            try makeFolder(folder)
            try tool.add(folder + "/flow.rng", "older")
            let outcome = try tool.run(["grammar"] + (folder == "grammar" ? [] : ["-o", folder]))
            #expect(outcome.code == 0)
            let names = try files(in: folder)
            #expect(outcome.lines.sorted() == names.map { "\(folder)/\($0)" } && names.count == 6)
            for name in names {
                #expect(try text("\(folder)/\(name)") == PackageFiles.text("grammar/\(name)"))
            }
        }
    }

    @Test("the editor's settings name a grammar for each kind of file", arguments: services)
    func settings(_ service: String) throws {
        try #require(try tool.run("init", ".", "--service", service).code == 0)
        let json = try JSONSerialization.jsonObject(with: Data(try text(".vscode/settings.json").utf8))
        let associations = try #require((json as? [String: [[String: String]]])?["xml.fileAssociations"])
        let grammars = Dictionary(uniqueKeysWithValues: associations.map { ($0["pattern"], $0["systemId"]) })
        for kind in ["flow", "service", "scenario"] {
            #expect(grammars["**/*.\(kind).xml"] == "${workspaceFolder}/grammar/\(kind).rng")
            #expect(try files(in: "grammar").contains("\(kind).rng"))
        }
        for path in try files(in: ".") where path.hasSuffix(".xml") {
            let kind = path.split(separator: ".").dropLast().last ?? ""
            let checked = try tool.shell("xmllint --noout --relaxng grammar/\(kind).rng \(path)")
            #expect(checked.code == 0, "\(checked)")
        }
    }
}
