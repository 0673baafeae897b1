import Foundation
import Testing

@Suite("flowc format")
struct FormatCommandTests {
    static let loose = "<flow name='a'>\r\n<doc>b</doc></flow>"
    static let canonical = """
        <?xml version="1.0" encoding="UTF-8"?>
        <flow name="a">
          <doc>b</doc>
        </flow>

        """

    private func content(_ tool: Tool, _ name: String) throws -> String {
        try String(contentsOf: tool.folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("wrong use exits with 64")
    func usage() throws {
        let tool = try Tool()
        #expect(try tool.run("format").code == 64)
        #expect(try tool.run("format", "-", "a.xml").code == 64)
        #expect(try tool.run("format", "--wrong", "a.xml").code == 64)
    }

    @Test("a file with errors stays as it is, and the others are formatted")
    func errors() throws {
        let tool = try Tool()
        try tool.add("bad.xml", "<flow name='a'>")
        try tool.add("doctype.xml", "<!DOCTYPE flow><flow name='a'/>")
        try tool.add("good.xml", Self.loose)
        let outcome = try tool.run("format", "bad.xml", "gone.xml", "doctype.xml", ".", "good.xml")
        #expect(outcome.code == 2)
        #expect(outcome.output == "good.xml\n")
        for part in ["bad.xml:1:", "not-well-formed", "doctype-not-allowed", "cannot read 'gone.xml'", "'.'"] {
            #expect(outcome.errors.contains(part), "\(part)")
        }
        #expect(try content(tool, "bad.xml") == "<flow name='a'>")
        #expect(try content(tool, "good.xml") == Self.canonical)
        #expect(try tool.run("format", "--check", "bad.xml", "good.xml").code == 2)
        #expect(try tool.files == ["bad.xml", "doctype.xml", "good.xml"])
    }

    @Test("a file that cannot be written exits with 2 and stays as it is")
    func unwritable() throws {
        let tool = try Tool()
        try tool.add("a.xml", Self.loose)
        // A limit on the size of files stands for a full disk.
        let outcome = try tool.shell("(trap '' XFSZ; ulimit -f 0; \"$0\" format a.xml; echo code $?) 2>&1 | cat")
        #expect(outcome.output == "flowc: cannot write 'a.xml': file too large\ncode 2\n")
        #expect(try content(tool, "a.xml") == Self.loose)
        #expect(try tool.run("format", "--check", "a.xml").code == 1)
        #expect(try tool.files == ["a.xml"])
    }

    @Test("a pipe is not formatted, because it cannot be replaced; --check reads it")
    func pipe() throws {
        let tool = try Tool()
        try tool.add("a.xml", Self.loose)
        let outcome = try tool.shell("mkfifo pipe.xml; \"$0\" format pipe.xml")
        #expect(outcome.code == 2)
        #expect(outcome.errors == "flowc: cannot read 'pipe.xml': it is not a regular file\n")
        let checked = try tool.shell("cat a.xml > pipe.xml & \"$0\" format --check pipe.xml")
        #expect(checked.code == 1 && checked.output == "pipe.xml\n")
    }

    @Test("a canonical file is not touched")
    func untouched() throws {
        let tool = try Tool()
        try tool.add("a.xml", Self.canonical)
        let path = tool.folder.appendingPathComponent("a.xml").path
        let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        let outcome = try tool.run("format", "a.xml")
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
    }

    @Test("--check lists what would change, and changes nothing")
    func check() throws {
        let tool = try Tool()
        try tool.add("a.xml", Self.loose)
        try tool.add("b.xml", Self.canonical)
        let outcome = try tool.run("format", "--check", "a.xml", "b.xml", "-", input: Self.loose)
        #expect(outcome.code == 1)
        #expect(outcome.output == "a.xml\n-\n")
        #expect(try content(tool, "a.xml") == Self.loose)
        #expect(try tool.run("format", "--check", "b.xml").code == 0)
    }

    @Test("standard input goes to standard output")
    func standardInput() throws {
        let tool = try Tool()
        for text in [Self.loose, Self.canonical] {
            let outcome = try tool.run("format", "-", input: text)
            #expect(outcome.code == 0)
            #expect(outcome.output == Self.canonical)
        }
        let bad = try tool.run("format", "-", input: "<flow")
        #expect(bad.code == 2)
        #expect(bad.output.isEmpty)
    }

    @Test("a link stays a link, and permissions stay")
    func links() throws {
        let tool = try Tool()
        try tool.add("a.xml", Self.loose)
        let files = FileManager.default
        let path = tool.folder.appendingPathComponent("a.xml").path
        let link = tool.folder.appendingPathComponent("b.xml").path
        try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try files.createSymbolicLink(atPath: link, withDestinationPath: "a.xml")
        #expect(try tool.run("format", "b.xml").code == 0)
        #expect(try files.destinationOfSymbolicLink(atPath: link) == "a.xml")
        #expect(try content(tool, "a.xml") == Self.canonical)
        #expect(try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    }

    @Test("it explains itself with examples")
    func help() throws {
        #expect(try Tool().run("help", "format").output.contains("Examples:"))
    }
}
