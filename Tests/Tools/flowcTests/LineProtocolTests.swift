import Foundation
import TestSupport
import Testing

@Suite("flowc run --json")
struct LineProtocolTests {
    private static let start = #"{"start":{"username":"ana","password":"p"}}"#

    private func converse(_ lines: String..., arguments: [String] = []) throws -> [String] {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let input = lines.joined(separator: "\n")
        let outcome =
            arguments.isEmpty
            ? try tool.run("run", "sample.flow", "--json", "--service", "scripted", input: input)
            : try tool.run(
                "run", "sample.flow", "--json", "--service", "scripted", "--handlers", arguments[0], input: input)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        return outcome.lines
    }

    @Test(
        "a line that is not understood is refused and ends nothing",
        arguments: [
            "x", "[]", "7", #""start""#, "{}", #"{"start":{},"cancel":true}"#, #"{"begin":{}}"#, #"{"start":[]}"#,
            #"{"select":7}"#, #"{"cancel":1}"#, #"{"back":false}"#, #"{"error":{"message":"x"}}"#, #"{"error":"x"}"#,
            #"{"failed":{}}"#, #"{"handled":"x"}"#, #"{"start":{}"#, "\u{0}", #"{"submit":{"a":"\ud800"}}"#,
        ])
    func badLine(line: String) throws {
        let lines = try converse(line, Self.start)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix(#"{"refused":{"code":"bad-line","message":"#))
        #expect(lines[1].hasPrefix(#"{"call":"#))
    }

    @Test("an empty input, empty lines and a last line without an end are fine")
    func nothing() throws {
        #expect(try converse("").isEmpty)
        #expect(try converse("", "  ", "\r", #"{"cancel":true}"#).count == 1)
    }

    /// The lines of a conversation whose input need not be text.
    private func converse(bytes: [UInt8], _ options: String...) throws -> [String] {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let outcome = try tool.run(["run", "sample.flow", "--service", "scripted"] + options, bytes: Data(bytes))
        #expect(outcome.code == 0)
        return outcome.lines
    }

    @Test("a line has 1048576 bytes at most; a longer one is skipped to its end", arguments: [0, 1, 70_000, 3_000_000])
    func limit(excess: Int) throws {
        let line = Self.start + String(repeating: " ", count: 1_048_576 - Self.start.utf8.count + excess)
        for end in ["\n" + Self.start + "\n", ""] {
            let lines = try converse(bytes: Array((line + end).utf8), "--json")
            #expect(lines.count == (end.isEmpty ? 1 : 2))
            let isRefused = lines[0].hasPrefix(#"{"refused":{"code":"line-too-long","message":"#)
            #expect(isRefused == (excess > 0))
            #expect(lines.last?.hasPrefix(#"{"call":"#) == (excess == 0 || !end.isEmpty))
        }
    }

    @Test("carriage returns before line ends are dropped, a last line needs no end, and what is no text is refused")
    func ends() throws {
        let start = Array(Self.start.utf8)
        #expect(try converse(bytes: start + [13, 10] + start, "--json").count == 2)
        for wrong in [[0xFF], [0], [0xC3], [0x7B, 0x22, 0xFF, 0x22, 0x7D], start + [0], [0xED, 0xA0, 0x80]] as [[UInt8]]
        {
            let lines = try converse(bytes: wrong + [10] + start, "--json")
            #expect(lines.count == 2)
            #expect(lines[0].hasPrefix(#"{"refused":{"code":"bad-line""#))
            #expect(lines[1].hasPrefix(#"{"call":"#))
        }
    }

    @Test("lines of a pipe have the same limit")
    func plain() throws {
        let long = [UInt8](repeating: 0x61, count: 2_000_000)
        let lines = try converse(bytes: long + Array("\nusername=ana\npassword=p\n".utf8))
        #expect(lines.filter { $0.hasPrefix("! this line is longer than 1048576 bytes") }.count == 1)
        #expect(lines.contains { $0.contains("Begin") })
    }

    @Test("a conversation line by line")
    func conversation() throws {
        let lines = try converse(
            Self.start, #"{"submit":{}}"#, #"{"reply":{"Challenge":"CODE","Session":"s"}}"#, #"{"submit":{}}"#,
            #"{"event":"dance"}"#, #"{"submit":{"code":"123456"}}"#, #"{"error":{"type":"wrong","message":"no"}}"#,
            #"{"submit":{"code":"123456"}}"#, #"{"reply":{"Token":"t"}}"#, #"{"timeout":true}"#)
        #expect(
            lines == [
                #"{"call":{"operation":"Begin","request":{"User":"ana","Proof":"<proof>","Password":"p"}}}"#,
                #"{"refused":{"code":"event-not-accepted","message":"the current step does not accept 'submit'","event":"submit"}}"#,
                #"{"present":{"step":"ENTER_CODE","parameters":{"for":"ana","session":"s"},"requires":"#
                    + #"[{"name":"code","type":"digits","required":true,"length":6}],"error":null,"timeLimit":180}}"#,
                #"{"refused":{"code":"missing-parameter","message":"'code' is required","parameter":"code"}}"#,
                #"{"refused":{"code":"unknown-event","message":"the flow has no command 'dance'","event":"dance"}}"#,
                #"{"call":{"operation":"Answer","request":{"Code":"123456","Session":"s"}}}"#,
                #"{"present":{"step":"ENTER_CODE","parameters":{"for":"ana","session":"s"},"requires":"#
                    + #"[{"name":"code","type":"digits","required":true,"length":6}],"#
                    + #""error":{"type":"wrong","message":"no","class":"mistake"},"timeLimit":180}}"#,
                #"{"call":{"operation":"Answer","request":{"Code":"123456","Session":"s"}}}"#,
                #"{"notify":{"name":"signed-in","parameters":{"username":"ana","token":"t"},"error":null}}"#,
                #"{"notify":{"name":"later","parameters":{},"error":null}}"#,
                #"{"end":{"outcome":"done","step":"DONE","parameters":{"token":"t"},"error":null}}"#,
                #"{"refused":{"code":"event-not-accepted","message":"the current step does not accept 'timeout'","event":"timeout"}}"#,
            ])
    }

    @Test("a body that is no JSON is told as a text")
    func page() throws {
        let lines = try converse(Self.start, #"{"reply":"<html>"}"#)
        #expect(lines.last?.contains("malformed-reply") == true)
    }

    @Test("a scripted run is traced, and has the inputs and the client that options name")
    func options() throws {
        let tool = try Tool()
        try tool.add("sample.flow", SampleFlow.bytes())
        let scripted = ["run", "sample.flow", "--json", "--service", "scripted"]
        let input = Data((Self.start + "\n").utf8)
        let plain = try tool.run(scripted, bytes: input)
        let traced = try tool.run(scripted + ["--trace"], bytes: input)
        #expect(traced.output == plain.output && plain.errors.isEmpty)
        #expect(traced.errors.contains("event start\n") && traced.errors.contains("call Begin"))
        let given = try tool.run(
            scripted + ["--input", "username=bob"], bytes: Data(#"{"start":{"password":"p"}}"#.utf8))
        #expect(given.lines.first?.contains(#""User":"bob""#) == true)
        let misspelt = try tool.run(scripted + ["--input", "usrname=bob"], bytes: input)
        #expect(misspelt.code == 64 && misspelt.output.isEmpty)
        #expect(misspelt.errors.contains("the flow has no input 'usrname'; did you mean 'username'?"))
        for options in [["--trace"], ["--input", "username=bob"], ["--handlers", "real"]] {
            #expect(try tool.run(["run", "sample.flow", "--service", "scripted"] + options).code == 64, "\(options)")
        }
    }

    @Test("external handlers are asked")
    func external() throws {
        let lines = try converse(
            Self.start, #"{"handled":{"proof":"p"}}"#, #"{"start":{"username":"bob","password":"p"}}"#,
            #"{"failed":{"name":"broken","message":"no"}}"#, arguments: ["external"])
        #expect(lines.count == 4)
        #expect(lines[0] == #"{"handle":{"handler":"prove","inputs":{"password":"p"}}}"#)
        #expect(lines[1] == #"{"call":{"operation":"Begin","request":{"User":"ana","Proof":"p","Password":"p"}}}"#)
        #expect(lines[3].contains(#""error":{"type":"broken","message":"no","class":"other"}"#))
    }
}
