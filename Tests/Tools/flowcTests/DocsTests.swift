import Foundation
import Testing

/// The command `flowc docs`: which files it reads and writes, and what it refuses.
@Suite("flowc docs")
struct DocsTests {
    private static let flow = """
        <flow name="NAME" start="a"><step id="a"><on event="submit" to="b"/></step><on event="cancel" to="b"/><end id="b"/></flow>
        """

    private let tool: Tool

    init() throws { tool = try Tool() }

    /// Writes a file in the folder `flows`, or in a folder below it.
    private func add(_ path: String, _ text: String) throws {
        let place = tool.folder.appendingPathComponent("flows/" + path)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
    }

    private func page(_ path: String) throws -> String {
        try String(contentsOf: tool.folder.appendingPathComponent("site/" + path), encoding: .utf8)
    }

    @Test("writes pages of all flows that are not abstract, with their scenarios")
    func pages() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        try add("more/two.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "two"))
        try add("base.flow.xml", #"<flow name="base" abstract="true"><end id="b"/></flow>"#)
        try add(
            "tests/one.scenario.xml",
            #"<scenarios flow="../one.flow.xml"><scenario name="way"><start/></scenario></scenarios>"#)
        let outcome = try tool.run("docs", "flows", "-o", "site")
        try #require(outcome.code == 0, "\(outcome.errors)")
        for name in ["one", "more/two"] {
            for page in ["index", "steps", "errors", "host", "play"] {
                #expect(try self.page("flows/\(name)/\(page).html").contains("<!DOCTYPE html>"))
            }
        }
        #expect(try page("flows/one/play.html").contains("one.scenario.xml"))
        #expect(try page("flows/one/play.html").contains("href=\"index.html\""))
        #expect(try !page("flows/more/two/play.html").contains("one.scenario.xml"))
        #expect(try page("index.html").contains("flows/more/two/index.html"))
        #expect(try !page("index.html").contains("base"))
        #expect(try tool.run("docs", "flows", "-o", "site").code == 0, "a site can be written again")
    }

    @Test("a flow with an error, and a folder without flows, write nothing")
    func refused() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "to=\"b\"", with: "to=\"c\""))
        let outcome = try tool.run("docs", "flows", "-o", "site")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("unknown-target"))
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        try add(
            "one.scenario.xml",
            #"<scenarios flow="one.flow.xml"><scenario name="a" after="b"><start/></scenario></scenarios>"#)
        let faulty = try tool.run("docs", "flows", "-o", "site")
        let message = "flowc: 'flows/one.scenario.xml' has errors, which 'flowc check' shows\n"
        #expect(faulty.code == 1 && faulty.errors == message)
        try FileManager.default.createDirectory(
            at: tool.folder.appendingPathComponent("empty"), withIntermediateDirectories: false)
        let empty = try tool.run("docs", "empty", "-o", "site")
        #expect(empty.code == 2)
        #expect(empty.errors.contains("contains no flow"))
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("site").path))
    }

    @Test("a folder that cannot be read is reported with the reason")
    func unreadableFolder() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        for (folder, reason) in [("gone", "no such file"), ("flows/one.flow.xml", "not a directory")] {
            for command in [["docs", folder, "-o", "site"], ["docs", "flows", "--pages", folder, "-o", "site"]] {
                let outcome = try tool.run(command)
                #expect(outcome.code == 2 && outcome.errors == "flowc: cannot read '\(folder)': \(reason)\n")
            }
        }
    }

    @Test("symbolic links to folders that are read anyway are left out, and others are followed once")
    func links() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        try add("more/two.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "two"))
        try add("../other/three.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "three"))
        let links = ["a": ".", "b": "..", "c": "more", "more/d": "..", "e": "../other", "f": "../other"]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: tool.folder.appendingPathComponent("flows/" + link).path, withDestinationPath: target)
        }
        try #require(try tool.run("docs", "flows", "-o", "site", environment: ["FLOWC_ROOT": "/"]).code == 0)
        let pages = try FileManager.default.subpathsOfDirectory(
            atPath: tool.folder.appendingPathComponent("site/flows").path)
        let flows = pages.filter { $0.hasSuffix("/play.html") }.map { $0.replacing("/play.html", with: "") }
        #expect(flows.sorted() == ["b/other/three", "more/two", "one"])
    }

    @Test("a site contains only regular files of the folder that pages link to, and none that are hidden")
    func attachments() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        let names = ["a.txt", ".env", ".git/config", "outside.txt", "pipe.txt"]
        try add("guide/README.md", names.map { "[\($0)](\($0))\n" }.joined())
        for name in names.prefix(3) { try add("guide/" + name, "text") }
        try add("outside.txt", "secret")
        let made = try tool.shell(
            "cd flows/guide && ln -s ../outside.txt outside.txt && ln -s ../outside.txt outside.md && mkfifo pipe.txt")
        try #require(made.code == 0)
        let outcome = try tool.run("docs", "flows", "-o", "site", "--pages", "flows/guide")
        try #require(outcome.code == 0, "\(outcome.errors)")
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: tool.folder.appendingPathComponent("site/guide").path)
        #expect(files.sorted() == ["a.txt", "index.html"])
    }

    @Test("a site in the folder of its flows and pages can be written again, and contains no flow as a file")
    func siteInside() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        try add("base.flow.xml", #"<flow name="base" abstract="true"><end id="b"/></flow>"#)
        try add("README.md", "[one](one.flow.xml) [base](base.flow.xml)\n")
        for _ in 1...2 {
            let outcome = try tool.run("docs", "flows", "-o", "flows/site", "--pages", "flows")
            try #require(outcome.code == 0, "\(outcome.errors)")
        }
        let site = tool.folder.appendingPathComponent("flows/site")
        let guide = try String(contentsOf: site.appendingPathComponent("guide/index.html"), encoding: .utf8)
        #expect(guide.contains("<a href=\"../flows/one/index.html\">one</a>"))
        let files = try FileManager.default.subpathsOfDirectory(atPath: site.path)
        #expect(files.filter { $0.hasSuffix(".flow.xml") } == ["guide/base.flow.xml"])
    }

    @Test("an absolute path in the working directory is the same as a relative one")
    func absolutePath() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        try add("../Docs/README.md", "[one](../flows/one.flow.xml) [two](../two)\n")
        let pages = tool.folder.appendingPathComponent("Docs").path
        let outcome = try tool.run(
            "docs", "flows", "-o", "site", "--pages", pages, "--source-url", "https://example.com/")
        try #require(outcome.code == 0, "\(outcome.errors)")
        let guide = try page("guide/index.html")
        #expect(guide.contains("<a href=\"../flows/one/index.html\">one</a>"))
        #expect(guide.contains("<a href=\"https://example.com/two\">two</a>"))
    }

    @Test("two files with the same place in the site are refused, and nothing is written")
    func clashes() throws {
        try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
        for (first, second, path) in [("README.md", "index.md", "index.html"), ("a.md", "a.html", "a.html")] {
            for name in [first, second] { try add("guide/" + name, "[file](\(second))\n") }
            let outcome = try tool.run("docs", "flows", "-o", "site", "--pages", "flows/guide")
            let files = "'flows/guide/\(first)' and 'flows/guide/\(second)'"
            #expect(outcome.code == 2)
            #expect(outcome.errors == "flowc: \(files) would both be written to 'guide/\(path)' in the site\n")
            try FileManager.default.removeItem(at: tool.folder.appendingPathComponent("flows/guide"))
        }
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("site").path))
        // A linked file can be the page of a folder, in place of the list of its pages.
        try add("guide/b.md", "[list](index.html)\n")
        try add("guide/index.html", "own")
        try #require(try tool.run("docs", "flows", "-o", "site", "--pages", "flows/guide").code == 0)
        #expect(try page("guide/index.html") == "own")
    }

    @Test("a flow or a page that is a pipe is refused")
    func pipes() throws {
        for name in ["one.flow.xml", "one.md"] {
            try add("one.flow.xml", Self.flow.replacingOccurrences(of: "NAME", with: "one"))
            try #require(try tool.shell("rm -f flows/\(name) && mkfifo flows/\(name)").code == 0)
            let outcome = try tool.run("docs", "flows", "-o", "site", "--pages", "flows")
            #expect(outcome.code == 2)
            #expect(outcome.errors == "flowc: cannot read 'flows/\(name)': it is not a regular file\n")
            try #require(try tool.shell("rm flows/\(name)").code == 0)
        }
    }
}
