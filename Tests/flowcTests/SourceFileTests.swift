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
            let checked = try tool.run("check", "f.flow.xml", environment: ["PLANTED": "s3cr3t-of-the-environment"])
            #expect(checked.code == 1)
            #expect(!checked.errors.contains("s3cr3t") && !checked.output.contains("s3cr3t"))
        }
    }

    /// The one who calls may pipe a flow in.
    @Test func rootMayBeAPipe() throws {
        let tool = try Tool()
        #expect(try tool.run("check", "/dev/stdin", input: Self.flow).code == 0)
    }

    @Test func aSourceIsNotWrittenOver() throws {
        let tool = try Tool()
        let base = #"<flow name="b" start="in"><end id="in"/></flow>"#
        try tool.add("f.flow.xml", #"<flow name="f" extends="b.flow.xml"/>"#)
        try tool.add("b.flow.xml", base)
        try FileManager.default.linkItem(
            at: tool.folder.appendingPathComponent("b.flow.xml"), to: tool.folder.appendingPathComponent("link"))
        for target in ["f.flow.xml", "./f.flow.xml", "b.flow.xml", "link"] {
            let compiled = try tool.run("compile", "f.flow.xml", "-o", target)
            #expect(compiled.code == 2, "\(target)")
            #expect(compiled.errors.contains("source"))
        }
        #expect(try String(contentsOf: tool.folder.appendingPathComponent("b.flow.xml"), encoding: .utf8) == base)
        #expect(try tool.run("compile", "f.flow.xml", "-o", "f.flow").code == 0)
    }
}
