import FlowDiagnostics
import FlowAnalysis
import FlowCompiler
import FlowCore
import FlowIR
import FlowSyntax
import FlowTable
import TestSupport
import Testing

/// The secrets that each step of the shipped flows holds. `RECORD=1` writes the page anew.
@Suite struct SecretLifetimeTests {
    private static let page = "Docs/Evidence/Secrets.md"
    private static let mark = "<!-- made by SecretLifetimeTests, RECORD=1 -->"

    private static func table(_ path: String) throws -> String {
        let compilation = FlowCompiler.compile(
            path: path, loader: MemoryLoader(files: try PackageFiles.xml(below: "flows")))
        let flow = try #require(compilation.unproven)
        let lifetime = DeadSecretElimination(ControlFlow(flow), compilation.annotations)
        var rows: [String] = []
        for (index, state) in flow.states.indexed() {
            let held = lifetime.secrets(atEntryOf: index).slots.map { "`\(flow.slots[$0].name)`" }
                .joined(separator: ", ")
            switch state.kind {
            case .present(let presentation): rows.append("| \(presentation.step) | \(held) |")
            case .end(let ending) where !ending.outcome.isEmpty: rows.append("| ends as \(ending.outcome) | \(held) |")
            default: break
            }
        }
        var seen: Set<String> = []
        let unique = rows.filter { seen.insert($0).inserted }
        return "### \(flow.name)\n\n| step or end | secrets that may be present |\n| --- | --- |\n"
            + unique.joined(separator: "\n")
    }

    @Test func pageSaysWhatEachStepHolds() throws {
        let tables = try ShippedFlowTests.paths.map(Self.table).joined(separator: "\n\n")
        let parts = try PackageFiles.text(Self.page).cut(at: Self.mark)
        try #require(parts.count == 2, "no mark in \(Self.page)")
        let made = "\n\n" + tables + "\n"
        if Environment.isRecording { return try PackageFiles.write(parts[0] + Self.mark + made, to: Self.page) }
        #expect(parts[1] == made, "RECORD=1 writes the page anew")
    }

    // MARK: At work

    private static let service = """
        <service name="s" answer="Answer"><reply name="auth" challenge="Challenge" success="Tokens">
        <output name="Session" type="session"/></reply>
        <operation name="Login" reply="auth" errors="Busy"><input name="Password" type="secret" required="true"/></operation>
        <operation name="Answer" reply="auth" errors="Busy" responses="Responses"><input name="Method" variant="true"/>
        <input name="Session" type="session"/></operation>
        <challenge name="TEXT_CODE"><response name="Code" type="secret" required="true"/><brings success="true"/>
        <brings challenge="TEXT_CODE"/></challenge>
        <errors names="Busy"/></service>
        """

    private static func flow(_ way: String) -> String {
        """
        <flow name="f" service="s.service.xml" start="login"><data><input name="password" type="secret" required="true"/></data>
        <command name="again"/>
        <call id="login" operation="Login"><send name="Password" from="password"/></call>
        <challenge name="TEXT_CODE"><ask name="code" type="digits"/><send name="Code" from="code"/>
        <send name="Session" from="Session"/>\(way)<on error="*" retry="here"/></challenge>
        <on event="success" to="in"/><on event="invalid cancel" to="out"/><on error="*" to="out"/>
        <end id="in"/><end id="out"/></flow>
        """
    }

    /// The planted values that are there when the code is asked for, asked for again, and at the end.
    private static func held(_ way: String) throws -> [Set<String>] {
        let compilation = FlowCompiler.compile(
            path: "f.flow.xml",
            loader: MemoryLoader(files: ["f.flow.xml": Array(flow(way).utf8), "s.service.xml": Array(service.utf8)]))
        let table = try TransitionTable(verifying: try #require(try compilation.table()))
        var session = FlowSession(table)
        func held() -> Set<String> {
            Set((session.state?.values ?? []).compactMap { $0?.text }).intersection(["passw0rd", "777777", "888888"])
        }
        let challenge = try json(#"{"Challenge": "TEXT_CODE", "Session": "S"}"#)
        #expect(session.start(try json(#"{"password": "passw0rd"}"#)) == .call)
        #expect(session.reply(challenge) == .present)
        var result = [held()]
        #expect(session.submit(try json(#"{"code": "777777"}"#)) == .call)
        #expect(session.reply(challenge) == .present)
        result.append(held())
        #expect(session.submit(try json(#"{"code": "888888"}"#)) == .call)
        #expect(session.reply(try json(#"{"Tokens": {}}"#)) == .end)
        return result + [held()]
    }

    private static func json(_ text: String) throws -> JSONValue { try #require(JSONValue(json: Array(text.utf8))) }

    @Test func secretsAreGoneAfterTheirLastUse() throws {
        #expect(try Self.held("") == [[], [], []])
    }

    /// The control: what a restart needs again is there, and the code, which it does not need, is not.
    @Test func whatARestartNeedsIsKept() throws {
        let again = #"<on event="again" restart="login" keep="password"/>"#
        #expect(try Self.held(again) == [["passw0rd"], ["passw0rd"], []])
    }

    /// A start gives the password anew: nothing waits for it.
    @Test func aStartNeedsNothing() throws {
        #expect(try Self.held(#"<on event="start" to="login"/>"#) == [[], [], []])
    }

    /// A retry returns the values from before the reply, among them a secret that the reply's transition has cleared.
    @Test func returnedSecretIsCleared() throws {
        let flow = """
            <flow name="f" service="s.service.xml" start="login">
            <data><input name="password" type="secret" required="true"/></data>
            <call id="login" operation="Login"><send name="Password" from="password"/>
            <on event="reply"><clear name="password"/></on></call>
            <on event="reply" retry="send" attempts="2" then="sent"/>
            <step id="sent"><on event="submit" to="in"/></step>
            <on event="invalid cancel" to="out"/><on error="*" to="out"/><end id="in"/><end id="out"/></flow>
            """
        let compilation = FlowCompiler.compile(
            path: "f.flow.xml",
            loader: MemoryLoader(files: ["f.flow.xml": Array(flow.utf8), "s.service.xml": Array(Self.service.utf8)]))
        var session = FlowSession(try TransitionTable(verifying: try #require(try compilation.table())))
        #expect(session.start(try Self.json(#"{"password": "passw0rd"}"#)) == .call)
        let success = try Self.json(#"{"Tokens": {}}"#)
        #expect(session.reply(success) == .call)
        #expect(session.state?.values.contains { $0?.text == "passw0rd" } == true)
        #expect(session.reply(success) == .present)
        #expect(session.state?.values.contains { $0?.text == "passw0rd" } == false)
    }
}
