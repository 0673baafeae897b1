import FlowIR
import Foundation
import TestSupport
import Testing

@Suite("flowc generate schema")
struct SchemaTests {
    private static let service = """
        <service name="tower" answer="Answer">
          <reply name="auth" challenge="Challenge" success="Tokens"><output name="Session" type="session"/></reply>
          <operation name="Enter" reply="auth"><input name="User" required="true"/></operation>
          <operation name="Answer" reply="auth" responses="Responses">
            <input name="Method" variant="true"/>
            <input name="Session" type="session"/>
          </operation>
          <challenge name="RIDDLE" proves="wit"><response name="Solution" required="true"/></challenge>
        </service>

        """
    private static let flow = """
        <flow name="enter" service="tower.service.xml" start="enter">
          <data>
            <input name="user" required="true" pattern="[a-z]+"/>
            <input name="groups" type="list" required="true"/>
            <input name="pin" type="secret"/>
            <input name="floor" type="choice" of="LOW HIGH" default="LOW"/>
            <input name="wait" type="seconds" default="60"/>
            <input name="code" type="digits" pattern="[0-9a-f]{4}"/>
            <input name="tower" required="true" default="north"/>
            <input name="doors" type="list" required="true" default="east west"/>
            <input name="side" type="choice" of="left x.2" ignore-case="true"/>
          </data>
          <call id="enter" operation="Enter"><send name="User" from="user"/></call>
          <challenge name="RIDDLE" present="SOLVE_IT">
            <doc>Asks the riddle.</doc>
            <show name="for" from="user"/>
            <show name="groups" from="groups"/>
            <ask name="solution" type="digits" length="4"/>
            <ask name="notes" type="map" required="false"/>
            <send name="Solution" from="solution"/>
            <send name="Session" from="Session"/>
            <on event="back" to="outside"/>
          </challenge>
          <on event="success" to="inside"/>
          <on event="invalid cancel" to="outside"/>
          <on error="*" to="outside"/>
          <end id="inside"/>
          <end id="outside"/>
        </flow>

        """

    @Test("inputs, steps and outcomes have schemas with the rules of the flow")
    func schemas() throws {
        let tool = try Tool()
        try tool.add("tower.service.xml", Self.service)
        try tool.add("enter.flow.xml", Self.flow)
        let outcome = try tool.run("generate", "schema", "enter.flow.xml")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let text = outcome.output
        for part in [
            #""user":{"type":"string","minLength":1,"pattern":"^(?:[a-z]+)$"}"#,
            #""groups":{"type":"array","items":{"type":"string"},"minItems":1}"#,
            #""pin":{"type":"string","format":"password","writeOnly":true}"#,
            #""floor":{"type":"string","enum":["LOW","HIGH"],"default":"LOW"}"#,
            #""wait":{"type":"integer","minimum":1,"maximum":86400,"default":60}"#, #""required":["user","groups"]"#,
            #""code":{"type":"string","pattern":"^(?:[0-9a-f]{4})$","allOf":[{"pattern":"^(?:[0-9]*)$"}]}"#,
            #""tower":{"type":"string","minLength":1,"default":"north"}"#,
            #""doors":{"type":"array","items":{"type":"string"},"minItems":1,"default":["east","west"]}"#,
            #""side":{"type":"string","examples":["left","x.2"],"pattern":"^(?:[lL][eE][fF][tT]|[xX]\\.2)$"}"#,
            #""solution":{"type":"string","minLength":4,"maxLength":4,"pattern":"^(?:[0-9]*)$"}"#,
            #""notes":{"type":"object","additionalProperties":{"type":"string"}}"#,
            #""SOLVE_IT":{"description":"Asks the riddle.""#, #""commands":["back","cancel"]"#,
            #""outcomes":{"inside":"#,
        ] { #expect(text.contains(part), "\(part) is not in \(text)") }
    }

    @Test(
        "a pattern has the syntax of JSON Schema, where fewer characters can be escaped",
        arguments: [
            (##"\+\@\-\#\%\&#34;\/\.\\\d"##, #"\\+@-#%\"\\/\\.\\\\\\d"#),
            (#"[\w-.\-\@\]][a-z-_][\d-]"#, #"[\\w\\-.\\-@\\]][a-z-_][\\d\\-]"#),
            (#".\s\S\.[.\s-]"#, #"[\\s\\S][\\t-\\r ][^\\t-\\r ]\\.[.\\t-\\r \\-]"#),
            (#"[^\S\n]"#, #"[^\\x00-\\x08\\x0E-\\x1F!-\\u{10FFFF}\\n]"#),
        ])
    func patterns(written: String, expected: String) throws {
        let tool = try Tool()
        try tool.add("tower.service.xml", Self.service)
        try tool.add("enter.flow.xml", Self.flow.replacingOccurrences(of: "[a-z]+", with: written))
        let outcome = try tool.run("generate", "schema", "enter.flow.xml")
        #expect(outcome.output.contains(#""pattern":"^(?:\#(expected))$"}"#), "\(outcome)")
    }

    /// Texts with white space, digits, letters and line breaks of ASCII and outside of it.
    private static let samples = [
        "", "\0", "\u{8}", "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{E}", "\u{1F}", " ", "!", "-", ".", "0", "A", "_",
        "a", "\u{7F}", "\u{85}", "\u{A0}", "\u{E9}", "\u{17F}", "\u{661}", "\u{1680}", "\u{2028}", "\u{3000}",
        "\u{FEFF}", "\u{1F600}", "\u{10FFFF}", "a b", "a\nb", "a\u{2029}b", "a\u{A0}b",
    ]

    @Test(
        "JSON Schema and the flow accept the same texts",
        arguments: [
            ".", ".*", #"\."#, "[.]", "a.b", #"a\sb"#, #"\s"#, #"\S"#, #"[\s]"#, #"[^\s]"#, #"[\S]"#, #"[^\S]"#,
            #"[\S\n]"#, #"[\s\-]"#, #"[\s-a]"#, #"[\S-]"#, #"[^\S\n]"#, #"[^\w\s]"#, #"[a\s.]*"#, #"\d"#, #"\D"#,
            #"\w"#, #"\W"#,
        ])
    func sameTexts(written: String) throws {
        let pattern = try PatternCompiler.compile(written).get()
        let tool = try Tool()
        try tool.add("tower.service.xml", Self.service)
        try tool.add("enter.flow.xml", Self.flow.replacingOccurrences(of: "[a-z]+", with: written))
        let schema = try tool.run("generate", "schema", "enter.flow.xml")
        let script = """
            const [text, samples] = JSON.parse(require("fs").readFileSync(0, "utf8"));
            const pattern = new RegExp(JSON.parse(text).inputs.properties.user.pattern, "u");
            for (const sample of samples) console.log(pattern.test(sample));
            """
        let input: [Any] = [schema.output, Self.samples]
        let outcome = try tool.run(
            ["node", "-e", script], bytes: try JSONSerialization.data(withJSONObject: input),
            environment: ProcessInfo.processInfo.environment, executable: URL(fileURLWithPath: "/usr/bin/env"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.lines == Self.samples.map { "\(pattern.matches($0.utf8))" })
    }

    @Test("a flow with an error has no schema")
    func faultyFlow() throws {
        let tool = try Tool()
        try tool.add("tower.service.xml", Self.service)
        try tool.add("enter.flow.xml", Self.flow.replacingOccurrences(of: "to=\"outside\"", with: "to=\"nowhere\""))
        let outcome = try tool.run("generate", "schema", "enter.flow.xml", "-o", "enter.json")
        #expect(outcome.code == 1)
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("enter.json").path))
    }
}
