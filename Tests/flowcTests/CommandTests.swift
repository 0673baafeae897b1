import TestSupport
import Testing

@Suite("flowc, where things go wrong")
struct CommandTests {
    @Test("wrong use exits with 64")
    func usage() throws {
        let tool = try Tool()
        #expect(try tool.run("dance").code == 64)
        #expect(try tool.run("check").code == 64)
        #expect(try tool.run("compile", "a.xml").code == 64)
        #expect(try tool.run("compile", "a.xml", "b.xml", "-o", "-").code == 64)
        #expect(try tool.run("compile", "a/c.xml", "b/c.xml", "-o", "out").code == 64)
        #expect(try tool.run("check", "a.xml", "--severity", "a=fatal").code == 64)
        #expect(try tool.run("test", "a.xml", "--minimum-coverage", "101").code == 64)
        #expect(try tool.run("run", "-", "--service", "scripted").code == 64)
        #expect(try tool.run("explain", "no-such-finding").code == 64)
        #expect(try tool.run("diagram", "a.xml", "--format", "gif").code == 64)
    }

    @Test("a file that cannot be read exits with 2 and is named")
    func unreadable() throws {
        let tool = try Tool()
        let outcomes = try [
            tool.run("check", "gone.xml"), tool.run("dump", "gone.xml"), tool.run("diagram", "gone.xml"),
            tool.run("test", "gone.xml"), tool.run("compile", "gone.xml", "-o", "out.flow"),
            tool.run("run", "gone.xml", "--json", "--service", "scripted"),
        ]
        for outcome in outcomes {
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("gone.xml"))
        }
        #expect(try tool.run("check", ".").code == 2)
    }

    @Test("bytes that are no table are told with the place of the fault")
    func noTable() throws {
        let tool = try Tool()
        var bytes = try SampleFlow.bytes()
        bytes[40] ^= 1
        try tool.add("broken.flow", bytes)
        let dump = try tool.run("dump", "broken.flow")
        #expect(dump.code == 1)
        #expect(dump.errors.contains("wrong-table-checksum"))
        #expect(try tool.run("run", "broken.flow", "--json", "--service", "scripted").code == 1)
    }

    @Test("a file with errors gives findings, and nothing is written")
    func findings() throws {
        let tool = try Tool()
        try tool.add("bad.flow.xml", "<bad")
        let check = try tool.run("check", "bad.flow.xml")
        #expect(check.code == 1)
        #expect(check.output.hasPrefix("bad.flow.xml:1:"))
        #expect(!check.output.contains("\u{1B}"))
        #expect(try tool.run("check", "-", input: "<bad").code == 1)
        let json = try tool.run("check", "bad.flow.xml", "bad.flow.xml", "--json")
        #expect(json.code == 1)
        #expect(json.lines.count { $0.contains(#""code":"not-well-formed""#) } == 2)
        #expect(try tool.run("compile", "bad.flow.xml", "-o", "out.flow").code == 1)
        #expect(try tool.run("diagram", "bad.flow.xml").code == 1)
        #expect(try tool.run("test", "bad.flow.xml").code == 1)
        #expect(try tool.files == ["bad.flow.xml"])
    }

    @Test("a dump accounts for the bytes of a table")
    func dump() throws {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let outcome = try tool.run("dump", "sample.flow")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("46 4c 4f 57"))
    }

    @Test("without the companion, what needs it says so")
    func noCompanion() throws {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let outcome = try tool.run("run", "sample.flow", environment: ["PATH": "/nowhere"])
        if outcome.code == 2 { #expect(outcome.errors.contains("flowc-run")) }
    }

    @Test("a conversation with a person")
    func person() throws {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let input = """
            username=ana
            password=p
            {"Challenge":"CODE"}
            code=1
            code=123456
            error wrong it is wrong
            cancel
            """
        let outcome = try tool.run("run", "sample.flow", "--service", "scripted", input: input)
        #expect(outcome.code == 0)
        for part in ["■ ENTER_CODE", "! wrong-length", "error wrong [mistake]: it is wrong", "● cancelled"] {
            #expect(outcome.output.contains(part), "\(part)")
        }
    }

    @Test("every command explains itself with examples")
    func help() throws {
        let tool = try Tool()
        for command in ["check", "compile", "dump", "diagram", "run", "test", "pool", "explain"] {
            let outcome = try tool.run("help", command)
            #expect(outcome.code == 0)
            #expect(outcome.output.contains("Examples:"), "\(command)")
        }
    }
}
