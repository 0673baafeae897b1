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
                let checked = try tool.run("check", "f.flow.xml", in: working)
                #expect(
                    checked.code == 1 && (checked.output + checked.errors).contains("file-unreadable"), "\(checked)")
                #expect(!checked.errors.contains("s3cr3t") && !checked.output.contains("s3cr3t"))
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
