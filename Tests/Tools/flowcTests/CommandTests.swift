import Foundation
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
        for command in [["check"], ["format", "--check"], ["test"]] {
            #expect(try tool.run(command + ["-", "-"]).code == 64, "\(command)")
        }
        #expect(try tool.run("view", "-", "-o", "a.html", "--scenarios", "-").code == 64)
        #expect(try tool.run("diagram", "a.xml", "--format", "gif").code == 64)
        for name in ["", "1A", "A B", "A.", "A {}\nimport B //", "class", "_", "A.Type"] {
            #expect(try tool.run("generate", "swift", "a.xml", "--namespace", name).code == 64, "\(name)")
            #expect(try tool.run("generate", "swift", "a.xml", "--base", name).code == 64, "\(name)")
        }
        #expect(try tool.run("generate", "swift", "a.xml", "--namespace", "Ä1.B_2", "--base", "A").code == 2)
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
        let unsubmitted = try tool.run("run", "sample.flow", "--service", "scripted", input: "ana\nusername=ana\n")
        #expect(
            Array(unsubmitted.lines.suffix(3)) == [
                "! unknown-event: the flow has no command 'ana'", "  to set an answer, write name=value",
                "! the answers were not submitted: the input ended without an empty line",
            ])
    }

    @Test("a misspelt command or code is told with near names, and the usage of the command")
    func nearNames() throws {
        let tool = try Tool()
        #expect(try tool.run("chek", "x").errors.contains("unknown command 'chek'; did you mean 'check'?"))
        let far = try tool.run("nonsense")
        #expect(far.code == 64 && far.errors.contains("unknown command 'nonsense'\nUsage: flowc <subcommand>"))
        for words in [["generate", "swfit"], ["help", "generate", "swfit"]] {
            #expect(try tool.run(words).errors.contains("unknown command 'swfit'; did you mean 'swift'?"))
        }
        #expect(try tool.run("help", "chek").errors.contains("unknown command 'chek'; did you mean 'check'?"))
        #expect(try tool.run("hlep").errors.contains("unknown command 'hlep'; did you mean 'help'?"))
        #expect(try tool.run("generate").code == 0 && tool.run("help", "generate", "swift").code == 0)
        // The argument parser itself suggests options.
        #expect(try tool.run("check", "--jsn", "x").errors.contains("Did you mean '--json'?"))
        let code = try tool.run("explain", "unknown-targte")
        #expect(code.code == 64 && code.errors.contains("did you mean 'unknown-target'"))
        #expect(code.errors.contains("\nUsage: flowc explain <code>"))
        #expect(try tool.run("explain", "nonsense").errors.contains("with its code in brackets"))
        let hostile = try tool.run("explain", "\u{1B}]0;owned\u{7}\u{202E}")
        #expect(hostile.code == 64 && hostile.errors.contains("'\u{FFFD}]0;owned\u{FFFD}\u{FFFD}'"))
    }

    @Test("a file of another kind than a command takes is told as that, and nothing is written")
    func otherKinds() throws {
        let tool = try Tool()
        try tool.add("a.flow.xml", #"<flow name="a" start="in"><end id="in"/></flow>"#)
        try tool.add(
            "a.xml", #"<scenarios flow="a.flow.xml"><scenario name="s"><start>{}</start></scenario></scenarios>"#)
        try tool.add("a.service.xml", #"<service name="s"><operation name="Do"/></service>"#)
        for (file, kind) in [("a.xml", "scenario file"), ("a.service.xml", "service description")] {
            for command in [
                ["compile", file, "-o", "out"], ["diagram", file, "-o", "out"], ["lambda", file, "-o", "out"],
                ["run", file, "--service", "scripted"], ["test", "--generate", file],
            ] {
                let outcome = try tool.run(command)
                #expect(outcome.code == 1, "\(command)")
                #expect(outcome.errors.contains("flowc: '\(file)' is a \(kind), but this command needs a flow"))
            }
        }
        #expect(try tool.files == ["a.flow.xml", "a.service.xml", "a.xml"])
        let flow = try tool.run("test", "a.flow.xml")
        #expect(flow.code == 1)
        #expect(
            flow.output.contains(
                "a.flow.xml: not played: it is a flow without scenarios; write some with 'flowc test --generate"))
        #expect(try tool.run("test", "a.service.xml").output.contains("it is a service description"))
    }

    @Test("JSON and SARIF tell a file that cannot be read")
    func unreadableInFormats() throws {
        let tool = try Tool()
        let json = try tool.run("check", "--json", "gone.xml", ".")
        #expect(json.code == 2)
        let objects = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(objects.map { $0["code"] as? String } == ["file-not-found", "file-unreadable"])
        #expect(objects.map { $0["path"] as? String } == ["gone.xml", "."])
        #expect(objects.last?["message"] as? String == "cannot read '.': it is a folder")
        #expect(objects.allSatisfy { $0["severity"] as? String == "error" && $0["line"] == nil })
        let sarif = try tool.run("check", "--format", "sarif", "gone.xml")
        #expect(sarif.code == 2)
        #expect(sarif.output.contains(#""message": {"text": "cannot read 'gone.xml': no such file"}"#))
    }

    @Test("a file whose name is not UTF-8 cannot be read, and the message says so")
    func unreadableName() throws {
        let tool = try Tool()
        let outcome = try tool.run("check", "caf\u{FFFD}.flow.xml")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("no such file, or its name is not UTF-8"), "\(outcome)")
    }

    @Test("what a service, a flow or a person brings moves no cursor, begins no line and turns no writing")
    func hostileTexts() throws {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let hostile = #"\u001b]0;owned\u0007\u001b[2J\u202e\u009b\nforged"#
        let input = """
            {"start":{"username":"\(hostile)","password":"p"}}
            {"reply":{"Challenge":"CODE","Session":"\(hostile)"}}
            {"submit":{"code":"123456"}}
            {"error":{"type":"wrong","message":"\(hostile)"}}
            {"event":"\(hostile)"}
            {"submit":{"code":"123456"}}
            {"reply":{"Token":"\(hostile)","other":["\(hostile)"]}}
            """
        for options in [[], ["--json"], ["--json", "--echo"], ["--json", "--trace"]] {
            let outcome = try tool.run(
                ["run", "sample.flow", "--service", "scripted"] + options, bytes: Data(input.utf8))
            #expect(outcome.code == 0 && outcome.output.contains("owned"))
            for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
                let isControl = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
                #expect(!isControl, "\(options): \(scalar.value)")
            }
            #expect(!outcome.lines.contains { $0.hasPrefix("forged") }, "\(options)")
            #expect(outcome.output.contains("signed-in"), "the notification is among them")
        }
    }

    @Test("without flowc-run, the advice names the options that always need it")
    func companion() throws {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let own = #"cp "$0" flowc && ./flowc "#
        for options in ["", "--service scripted --json --trace", "--service scripted --json --input username=ana"] {
            let outcome = try tool.shell(own + "run sample.flow " + options)
            #expect(outcome.code == 2)
            let advice = "or use --service scripted --json without --trace, --input, --client-id, "
            #expect(outcome.errors.contains(advice + "--client-secret-file and --handlers real"), "\(outcome)")
        }
        #expect(try tool.shell(own + "run sample.flow --service scripted --json").code == 0)
        #expect(try tool.shell(own + "pool").errors.hasSuffix("Install it beside flowc\n"))
        // A link to the program finds the companion of the program.
        let companion = #"printf '#!/bin/sh\necho "$@"\n' > flowc-run && chmod +x flowc-run"#
        let link = #"mkdir bin && ln -s ../flowc bin && bin/flowc pool && export PATH="bin:$PATH" && flowc pool"#
        let linked = try tool.shell("\(companion) && \(link)")
        #expect(linked.output == "pool\npool\n", "\(linked)")
    }

    @Test("in lines, a notification shows the error that is pending, as steps and ends do")
    func pendingErrorOfANotification() throws {
        let tool = try Tool()
        try tool.add(
            "case.flow.xml",
            """
            <flow name="case" start="wait">
              <data><input name="user" required="true"/></data>
              <command name="fail" error="true"/>
              <step id="wait">
                <on event="fail" to="wait"><notify name="failed"><show name="user" from="user"/></notify></on>
                <on event="submit" to="done"><notify name="passed"/></on>
              </step>
              <on event="cancel" to="done"/>
              <end id="done"/>
            </flow>
            """)
        let input = """
            {"start":{"user":"ana"}}
            {"event":"fail","error":{"type":"odd","message":"no"}}
            {"submit":{}}
            """
        let outcome = try tool.run("run", "case.flow.xml", "--service", "scripted", input: input)
        #expect(outcome.code == 0)
        let failed = "· failed\n  error odd: no\n    user = ana\n■ wait\n  error odd: no\n"
        #expect(outcome.output.contains(failed), "\(outcome)")
        #expect(outcome.output.hasSuffix("· passed\n● done\n"), "\(outcome)")
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
