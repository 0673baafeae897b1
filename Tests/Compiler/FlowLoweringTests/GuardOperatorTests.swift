import FlowDiagnostics
import FlowLowering
import FlowSyntax
import TestSupport
import Testing

/// Operators of programming languages in guards: the help says what to write, and that is a guard.
@Suite("Operators that guards do not have") struct GuardOperatorTests {
    private static func load(_ guardText: String) -> LoadedFlow {
        let flow = """
            <flow name="f" service="s.service.xml" start="c">
              <data><input name="a"/><input name="b"/><counter name="tries"/></data>
              <choice id="c"><count counter="tries"/><go to="e" when="\(guardText)"/><otherwise to="e"/></choice>
              <end id="e"/>
            </flow>
            """
        let service = #"<service name="s"><operation name="Login"/></service>"#
        return LoadedFlow("f.flow.xml", MemoryLoader(texts: ["f.flow.xml": flow, "s.service.xml": service]))
    }

    /// A guard as written in the file, the operator in it, the beginning of the help, and the guard that follows it.
    private static let cases = [
        ("tries &lt;= 3", "&lt;=", "write 'below' with the next number", "tries below 4"),
        ("tries =&lt; 3", "=&lt;", "write 'below' with the next number", "tries below 4"),
        ("tries >= 3", ">=", "write 'not (… below …)'", "not (tries below 3)"),
        ("tries=>3", "=>", "write 'not (… below …)'", "not (tries below 3)"),
        ("tries > 3", ">", "write 'not (… below …)' with the next number", "not (tries below 4)"),
        ("a = x", "=", "write 'is'", "a is x"), ("a==x", "==", "write 'is'", "a is x"),
        ("a === x", "===", "write 'is'", "a is x"), ("a != x", "!=", "write 'is not'", "a is not x"),
        ("a !== x", "!==", "write 'is not'", "a is not x"), ("a &lt;> x", "&lt;>", "write 'is not'", "a is not x"),
        ("!present a", "!", "write 'not'", "not present a"),
        ("present a &amp;&amp; present b", "&amp;&amp;", "write 'and'", "present a and present b"),
        ("present a &amp; present b", "&amp;", "write 'and'", "present a and present b"),
        ("present a || present b", "||", "write 'or'", "present a or present b"),
        ("present a | present b", "|", "write 'or'", "present a or present b"),
    ]

    @Test(arguments: cases) func helpLeadsToAGuard(_ wrong: String, _ sign: String, _ help: String, _ right: String)
        throws
    {
        let loaded = Self.load(wrong)
        let finding = try #require(loaded.lowered.findings.first { $0.code.rawValue == "guard-syntax" })
        #expect(loaded.trees[0].file.text(finding.range.offsets) == sign)
        #expect(finding.help.count == 1 && finding.help.allSatisfy { $0.hasPrefix(help) })
        #expect(Self.load(right).codes.isEmpty)
    }

    @Test("'<' is 'below', and quoted operators are text", arguments: ["tries &lt; 3", "tries&lt;3", "a is '&lt;='"])
    func guards(_ text: String) {
        #expect(Self.load(text).codes.isEmpty)
    }
}
