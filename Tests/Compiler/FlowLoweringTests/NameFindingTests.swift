import FlowDiagnostics
import FlowIR
import FlowLowering
import FlowSyntax
import TestSupport
import Testing

/// Names in flows of several files: which of them are looked at, and what they can stand for.
@Suite("Findings about names") struct NameFindingTests {
    private static let service = """
        <service name="s">
          <reply name="r" success="R"/>
          <operation name="Login" reply="r" errors="Bad"><input name="USER"/><input name="more.*" at="More/*"/></operation>
          <operation name="Other" reply="r"><input name="ELSE"/></operation>
          <errors names="Bad"/>
        </service>
        """

    /// A flow with some content, and the other files that it names.
    private static func flow(_ attributes: String, _ content: String, _ others: [String: String] = [:]) -> LoadedFlow {
        var texts = others
        texts["s.service.xml"] = service
        texts["f.flow.xml"] = "<flow name=\"f\" service=\"s.service.xml\" \(attributes)>\(content)</flow>"
        return LoadedFlow("f.flow.xml", MemoryLoader(texts: texts))
    }

    private static func using(_ sub: String) -> LoadedFlow {
        flow(
            #"start="u""#,
            """
            <import file="sub.flow.xml"/><command name="help"/>
            <use id="u" flow="sub"><on outcome="*" to="done"/></use><end id="done"/>
            """, ["sub.flow.xml": sub])
    }

    @Test("the first node of a sub-flow must exist") func startOfSubFlow() {
        let loaded = Self.using(#"<flow name="sub" service="s.service.xml" start="nope"><end id="e"/></flow>"#)
        #expect(loaded.codes == ["unknown-target"])
    }

    @Test("a sub-flow names its first node") func noStartOfSubFlow() {
        let loaded = Self.using(#"<flow name="sub" service="s.service.xml"><end id="e"/></flow>"#)
        #expect(loaded.codes == ["missing-start"])
    }

    @Test("a class may have the errors that the file raises, also where no state comes to them") func classesOfErrors()
    {
        let loaded = Self.flow(
            #"start="x""#,
            """
            <class name="K" errors="Own"/>
            <step id="x"><on event="submit cancel" to="done"/></step>
            <on event="cancel" to="done"><error type="Own"/></on><end id="done"/>
            """)
        #expect(loaded.codes.isEmpty)
    }

    @Test("only 'timeout' has a time; an event that is not known is told as such", arguments: ["cancel", "nope"])
    func timeOfEvents(_ event: String) {
        let loaded = Self.flow(
            #"start="x""#,
            """
            <step id="x"><on event="submit" to="done"/><on event="\(event)" after="60" to="done"/></step><end id="done"/>
            """)
        #expect(loaded.codes == [event == "cancel" ? "conflicting-attributes" : "unknown-event"])
    }

    @Test("a sub-flow can raise the errors of its classes, and listen to commands of the flow that uses it")
    func statementsOfSubFlow() {
        let loaded = Self.using(
            """
            <flow name="sub" service="s.service.xml" start="s">
              <class name="K" errors="Own"/><command name="help"/>
              <step id="s"><on event="submit cancel help" to="e"><error type="Own"/></on></step><end id="e"/>
            </flow>
            """)
        #expect(loaded.codes.isEmpty)
        let used = loaded.lowered.flow?.annotations.statements.declared.compactMap { declared -> Bool? in
            if case .command(isUsed: let isUsed) = declared.kind { isUsed } else { nil }
        }
        #expect(used == [true])
    }

    @Test("guards of a base that no node of an extension comes to are not looked at") func hiddenGuards() {
        let base = """
            <flow name="base" service="s.service.xml" start="a">
              <group>
                <on event="cancel" when="present code" to="done"/><send name="USER" value="x" when="present code"/>
                <step id="a"><ask name="code"/><on event="submit" to="b"/></step>
              </group>
              <step id="b"><on event="submit cancel" to="done"/></step><end id="done"/>
            </flow>
            """
        let loaded = Self.flow(
            #"extends="base.flow.xml" start="b""#, #"<remove node="a"/>"#, ["base.flow.xml": base])
        #expect(loaded.codes.isEmpty)
    }

    @Test(
        "the target of a failure that the handler does not report must exist, wherever the handler runs",
        arguments: [
            #"<choice id="c">%<otherwise to="d"/></choice>"#,
            #"<choice id="c"><go to="d" when="present v">%</go><otherwise to="e"/></choice>"#,
            #"<step id="c"><on event="submit" to="d">%</on></step>"#,
        ]) func targetsOfFailures(_ node: String)
    {
        func codes(_ target: String) -> [String] {
            Self.flow(
                #"start="c""#,
                """
                <data><input name="v"/></data><handler name="h"/><handler name="g"><fails name="f"/></handler>
                \(node.replacing("%", with: #"<handle handler="h"><on failure="f" to="\#(target)"/></handle>"#))
                <call id="d" operation="Login">
                  <handle handler="g"><on failure="f" to="e"/></handle><on event="success" to="e"/>
                </call>
                <end id="e"/>
                """
            ).codes
        }
        #expect(codes("e") == ["dead-transition"])
        #expect(codes("nope") == ["unknown-target"])
    }

    @Test("words of selections are those of the steps that come to them") func hiddenSelections() {
        let loaded = Self.flow(
            #"start="x""#,
            """
            <on select="yes no" to="done"/>
            <step id="x"><on event="cancel" to="done"/></step>
            <step id="y"><ask name="w" of="a b"/><on event="submit cancel" to="x"/></step><end id="done"/>
            """)
        #expect(loaded.codes.isEmpty)
    }

    @Test("a selection without an ask of its own is a value, wherever it is named") func selection() {
        let content = """
            <call id="c" operation="Login"><send name="USER" from="selection"/><on event="success" to="done"/></call>
            <end id="done"/>
            """
        let implied = Self.flow(#"start="y""#, #"<step id="y"><on select="yes no" to="c"/></step>"# + content)
        #expect(implied.codes.isEmpty)
        let requests = implied.lowered.flow?.flow.states.compactMap { state -> Request? in
            if case .call(let request) = state.kind { request } else { nil }
        }
        #expect(requests?.map(\.inputs.count) == [1])
        let asked = Self.flow(
            #"start="y""#, #"<step id="y"><ask name="w" of="yes no"/><on select="yes no" to="c"/></step>"# + content)
        #expect(asked.codes == ["unknown-value"])
    }

    @Test("an event has at most 128 transitions at a node", arguments: [128, 129]) func transitions(_ count: Int) {
        let guards = (0..<count).map { #"<on event="submit" when="x is '\#($0)'" to="done"/>"# }
        let loaded = Self.flow(
            #"start="y""#,
            #"<data><input name="x"/></data><step id="y">"# + guards.joined() + #"</step><end id="done"/>"#)
        #expect(loaded.codes == (count > 128 ? ["too-many-transitions"] : []))
    }

    @Test("each last attempt that leads back is told; so is a key that the request does not have") func requests() {
        let endless = ["c", "d"].map {
            #"<call id="\#($0)" operation="Login"><on error="Bad network" retry="send" attempts="2" then="\#($0)"/>"#
                + #"<on event="success" to="d"/></call>"#
        }
        let loaded = Self.flow(#"start="c""#, endless.joined())
        #expect(loaded.codes.filter { $0 == "endless-attempts" }.count == 2)
        let unknown =
            #"<call id="c" operation="Login"><send name="ELSE" value="x"/><on event="success" to="e"/></call>"#
        #expect(Self.flow(#"start="c""#, unknown + #"<end id="e"/>"#).codes == ["unknown-parameter"])
    }

    @Test("a key for each entry is sent from a map", arguments: ["m", "t"]) func spread(_ name: String) {
        let loaded = Self.flow(
            #"start="c""#,
            """
            <data><input name="m" type="map"/><input name="t"/></data>
            <call id="c" operation="Login"><send name="more.*" from="\(name)"/><on event="success" to="done"/></call>
            <end id="done"/>
            """)
        #expect(loaded.codes == (name == "m" ? [] : ["type-mismatch"]))
    }

    @Test("the counters written last are those for which there is no room") func excessCounters() throws {
        let loaded = Self.flow(
            #"start="done""#,
            """
            <data><counter name="z q y a b c d e f g"/><counter name="h i j k l m n o p"/></data><end id="done"/>
            """)
        let finding = try #require(loaded.lowered.findings.first)
        #expect(loaded.trees[0].file.text(finding.range.offsets) == "n")
    }

    @Test(
        "of a misspelled error or failure, those of the runtime are suggested, too",
        arguments: [
            ("error", "netwrk", "network"), ("error", "no-anser", "no-answer"), ("error", "Bat", "Bad"),
            ("failure", "no-handlr", "no-handler"), ("failure", "blnd", "blind"),
        ]) func reservedErrors(_ kind: String, _ wrong: String, _ right: String) throws
    {
        func load(_ name: String) -> LoadedFlow {
            Self.flow(
                #"start="c""#,
                """
                <handler name="h"><fails name="blind"/></handler>
                <call id="c" operation="Login">
                  <handle handler="h"/><on event="success" to="e"/><on \(kind)="\(name)" to="e"/>
                </call>
                <end id="e"/>
                """)
        }
        let loaded = load(wrong)
        #expect(loaded.codes == ["unknown-\(kind)"])
        #expect(loaded.lowered.findings.first?.help == ["did you mean '\(right)'?"])
        #expect(load(right).codes.isEmpty)
    }

    @Test("a counter as a value, an error as an event, and a flow without a service each have a help of their own")
    func likelyMistakes() throws {
        let counter = Self.flow(
            #"start="x""#,
            """
            <data><counter name="tries"/></data>
            <step id="x"><on event="submit cancel" when="tries" to="done"/></step><end id="done"/>
            """)
        let event = Self.flow(
            #"start="x""#, #"<step id="x"><on event="submit cancel Bad" to="done"/></step><end id="done"/>"#)
        let service = LoadedFlow(
            "f.flow.xml",
            MemoryLoader(texts: ["f.flow.xml": #"<flow name="f" start="x"><call id="x" operation="Login"/></flow>"#]))
        for (loaded, code, help) in [
            (counter, "unknown-value", "it is a counter, not a value: a guard can compare it, as in 'tries below 3'"),
            (event, "unknown-event", #"it is an error of the service: write error="Bad""#),
            (
                service, "unknown-operation",
                #"the flow has no service: add service="…" to <flow>, or check a flow that uses this one"#
            ),
        ] {
            let finding = try #require(loaded.lowered.findings.first { $0.code.rawValue == code })
            #expect(finding.help == [help])
        }
    }
}
