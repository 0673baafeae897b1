import FlowDiagnostics
import FlowIR
import FlowLowering
import FlowSyntax
import TestSupport
import Testing

/// Flows that grow more than their files.
@Suite("Sizes of lowered flows") struct SizeTests {
    private static let service = """
        <service name="s">
          <reply name="r" success="R"/>
          <operation name="Login" reply="r" errors="Bad Other"/>
          <errors names="Bad Other"/>
        </service>
        """

    private static func load(_ flow: String) -> LoadedFlow {
        LoadedFlow("f.flow.xml", MemoryLoader(texts: ["f.flow.xml": flow, "s.service.xml": service]))
    }

    /// A call in so many groups, each with a transition that goes on further out.
    private static func nested(_ groups: Int, guarded: Bool) -> LoadedFlow {
        let condition = guarded ? #" when="present user""# : ""
        let scope = #"<on error="Bad"\#(condition)><count counter="k"/></on><on error="*"><count counter="k"/></on>"#
        let text = """
            <flow name="f" service="s.service.xml" start="login">
              <data><input name="user"/><counter name="k"/></data>
              \(String(repeating: "<group>" + scope, count: groups))
              <call id="login" operation="Login"><on event="success" to="done"/></call>
              \(String(repeating: "</group>", count: groups))
              <on event="invalid cancel" to="done"/><on error="*" to="done"/>
              <end id="done"/>
            </flow>
            """
        return load(text)
    }

    @Test("a flow grows with its groups, also where each of their transitions goes on", arguments: [false, true])
    func nestedGroups(guarded: Bool) {
        let (small, large) = (Self.nested(12, guarded: guarded), Self.nested(24, guarded: guarded))
        #expect(large.codes.isEmpty)
        #expect(small.size > 30)
        #expect(large.size < 3 * small.size)
    }

    @Test("a restart stays with its event, whose data would be cleared in a state behind it") func restart() throws {
        let guards = (0..<26).map { #"<on event="start" when="user is '\#($0)'" to="x"/>"# }.joined()
        let text = """
            <flow name="f" service="s.service.xml" start="x">
              <data><input name="user"/></data>
              <on event="start" to="x"/>
              <group>\(guards)<step id="x"><on event="start" when="not present user" to="y"/></step></group><step id="y"/>
            </flow>
            """
        let loaded = Self.load(text)
        let states = try #require(loaded.lowered.flow).flow.states
        #expect(states.contains { $0.name == "x" })
        #expect(loaded.size > 64)
        #expect(!states.contains { $0.name.hasSuffix("/onward") })
    }

    /// The way on refuses, so that it has to be copied into each transition.
    @Test("ways that are copied from scope to scope have an end") func copiedWays() {
        func flow(_ groups: Int) -> LoadedFlow {
            let counting = #"<count counter="k"/></on>"#
            let guarded = #"<on event="back" when="present user">"# + counting
            let scope = guarded + #"<on event="back" when="not present user">"# + counting
            let text = """
                <flow name="f" service="s.service.xml" start="login">
                  <data><input name="user"/><counter name="k"/></data>
                  \(String(repeating: "<group>" + scope, count: groups))
                  <step id="login"><on event="submit" to="done"/></step>
                  \(String(repeating: "</group>", count: groups))
                  <on event="back" refuse="no"/>
                  <end id="done"/>
                </flow>
                """
            return Self.load(text)
        }
        #expect(flow(6).codes.isEmpty)
        #expect(Set(flow(40).codes) == ["too-many-transitions"])
        #expect(flow(40).size < 200_000)
    }

    /// Files of which each uses the next one twice.
    private static func doubling(_ files: Int) -> LoadedFlow {
        var texts = ["s.service.xml": service]
        for number in 0..<files {
            texts["f\(number).flow.xml"] = """
                <flow name="f\(number)" service="s.service.xml" start="a">
                  <import file="f\(number + 1).flow.xml"/>
                  <use id="a" flow="f\(number + 1)"><on outcome="*" to="b"/></use>
                  <use id="b" flow="f\(number + 1)"><on outcome="*" to="e"/></use>
                  <end id="e"/>
                </flow>
                """
        }
        texts["f\(files).flow.xml"] = """
            <flow name="f\(files)" service="s.service.xml" start="e"><end id="e"/></flow>
            """
        return LoadedFlow("f0.flow.xml", MemoryLoader(texts: texts))
    }

    @Test("4096 copies of sub-flows are the most") func copies() throws {
        #expect(Self.doubling(11).codes.isEmpty)
        let tooMany = Self.doubling(30)
        #expect(tooMany.codes == ["too-many-uses"])
        let finding = try #require(tooMany.lowered.findings.first)
        #expect(tooMany.trees[0].file.text(finding.range.offsets) == "f1")
        #expect(tooMany.size < 20)
    }

    @Test("failures lead through 256 handlers at most", arguments: [200, 8_000]) func failures(count: Int) {
        let handlers = (0..<count).map { #"<handler name="h\#($0)"><fails name="f\#($0)"/></handler>"# }.joined()
        let ways = (0..<count - 1).map { #"<on failure="f\#($0)" to="done"><handle handler="h\#($0 + 1)"/></on>"# }
            .joined()
        let text = """
            <flow name="f" service="s.service.xml" start="login">
              \(handlers)
              <step id="login"><handle handler="h0"/><on event="submit" to="done"/></step>
              \(ways)<on event="cancel" to="done"/><on failure="*" to="done"/>
              <end id="done"/>
            </flow>
            """
        #expect(Self.load(text).codes == (count < 256 ? [] : ["too-many-transitions"]))
    }

    @Test("an event has at most 128 transitions at a node") func transitions() throws {
        func flow(_ count: Int) -> LoadedFlow {
            let guarded = (0..<count).map { #"<on error="Bad" when="user is u\#($0)" to="done"/>"# }.joined()
            let text = """
                <flow name="f" service="s.service.xml" start="login">
                  <data><input name="user"/></data>
                  \(guarded)
                  <call id="login" operation="Login"><on event="success" to="done"/></call>
                  <on event="invalid cancel" to="done"/>
                  <end id="done"/>
                </flow>
                """
            return Self.load(text)
        }
        #expect(flow(128).codes.isEmpty)
        #expect(flow(129).codes == ["too-many-transitions"])
        let tooMany = flow(20_000)
        #expect(tooMany.codes == ["too-many-transitions"])
        let finding = try #require(tooMany.lowered.findings.first)
        #expect(finding.message.contains("'Bad'"))
    }

    @Test("a row of statements is as long as it is written") func statements() {
        func flow(_ count: Int) -> LoadedFlow {
            let text = """
                <flow name="f" service="s.service.xml" start="c">
                  <data><counter name="k"/></data>
                  <choice id="c">
                    \(String(repeating: #"<count counter="k"/>"#, count: count))
                    <otherwise to="e"/>
                  </choice>
                  <end id="e"/>
                </flow>
                """
            return Self.load(text)
        }
        #expect(flow(20_000).size - flow(10_000).size == 10_000)
    }

    /// A choice with a guard.
    private static func choice(_ text: String) -> LoadedFlow {
        let flow = """
            <flow name="f" service="s.service.xml" start="c">
              <data><input name="x"/></data>
              <choice id="c"><go to="e" when="\(text)"/><otherwise to="e"/></choice>
              <end id="e"/>
            </flow>
            """
        return load(flow)
    }

    @Test(
        "a guard has at most 1024 conditions, each in at most 128 parentheses and negations", arguments: ["and", "or"])
    func guards(word: String) {
        func chain(_ count: Int) -> LoadedFlow {
            Self.choice(Array(repeating: "present x", count: count).joined(separator: " \(word) "))
        }
        #expect(chain(1024).codes.isEmpty)
        #expect(chain(1025).codes == ["guard-syntax"])
        #expect(chain(5_000).codes == ["guard-syntax"])
        func nested(_ depth: Int) -> LoadedFlow {
            Self.choice(
                String(repeating: "(", count: depth) + "present x" + String(repeating: ")", count: depth))
        }
        #expect(nested(127).codes.isEmpty)
        #expect(nested(128).codes == ["guard-syntax"])
        #expect(nested(20_000).codes == ["guard-syntax"])
        #expect(Self.choice(String(repeating: "not ", count: 10_000) + "present x").codes == ["guard-syntax"])
    }
}
