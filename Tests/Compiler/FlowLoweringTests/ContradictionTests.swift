import FlowDiagnostics
import FlowLowering
import TestSupport
import Testing

/// Words of a flow or a description that contradict each other: of two readings none is taken without a word.
@Suite("Contradictions") struct ContradictionTests {
    private static let service = """
        <service name="s" answer="Answer">
          <reply name="r" success="R" challenge="C"><output name="Ses" type="session"/><output name="Note"/></reply>
          <operation name="Login" reply="r" errors="Bad">
            <input name="Way" variant="true"/><input name="User"/>
            <variant name="P"><input name="Word"/></variant>
          </operation>
          <operation name="Answer" reply="r"><input name="Way" variant="true"/><input name="Ses" type="session"/></operation>
          <challenge name="CODE"><response name="Code"/></challenge>
          <errors names="Bad"/>
        </service>
        """

    private static func codes(_ content: String, service: String = service) -> [String] {
        let flow = """
            <flow name="f" service="s.service.xml" start="x">
              <data><input name="t"/><input name="d" type="digits"/><value name="ses" type="session"/></data>
              <command name="k"/>\(content)<on event="invalid cancel" to="e"/><on error="*" to="e"/><end id="e"/>
            </flow>
            """
        // A flow of one step has no use for the last transitions.
        return LoadedFlow("f.flow.xml", MemoryLoader(texts: ["f.flow.xml": flow, "s.service.xml": service])).codes
            .filter { $0 != "dead-transition" }
    }

    private static func step(_ transition: String) -> String { "<step id=\"x\">\(transition)</step>" }

    @Test("a start sets attempts back, and none of them can limit it", arguments: ["start", "cancel start"])
    func attemptsOfStarts(_ events: String) {
        #expect(
            Self.codes(Self.step("<on event=\"\(events)\" to=\"x\" attempts=\"2\" then=\"e\"/>")) == [
                "conflicting-attributes"
            ])
    }

    @Test(
        "attempts are reset only where a node counts its own",
        arguments: [
            ("to=\"x\"", true), ("to=\"x\" attempts=\"2\" then=\"e\"", false),
            ("to=\"x\" attempts=\"2\" then=\"e\" counter=\"n\"", true),
        ])
    func resets(_ target: String, _ isIdle: Bool) {
        let steps =
            "<data><counter name=\"n\"/></data>" + Self.step("<on event=\"k\" \(target)/>")
            + "<step id=\"y\"><on event=\"submit\" to=\"x\"><reset attempts=\"%\"/></on></step>"
        #expect(Self.codes(steps.replacing("%", with: "x")) == (isIdle ? ["misplaced-element"] : []))
        #expect(Self.codes(steps.replacing("%", with: "y")) == ["misplaced-element"])
        #expect(Self.codes(steps.replacing("%", with: "z")) == ["unknown-target"])
    }

    @Test("another event of the host can be limited") func attemptsOfCommands() {
        #expect(Self.codes(Self.step("<on event=\"k\" to=\"x\" attempts=\"2\" then=\"e\"/>")).isEmpty)
    }

    @Test(
        "only what the host says can be refused",
        arguments: [
            ("event=\"timeout\" after=\"60\"", false), ("event=\"success\"", false), ("event=\"k invalid\"", false),
            ("error=\"*\"", false), ("challenge=\"CODE\"", false), ("event=\"k\"", true), ("event=\"start\"", true),
            ("event=\"submit back cancel\"", true),
        ])
    func refusals(_ selector: String, _ isFine: Bool) {
        #expect(Self.codes(Self.step("<on \(selector) refuse=\"no\"/>")) == (isFine ? [] : ["conflicting-attributes"]))
    }

    @Test("a session comes from nothing but a session", arguments: ["t", "d", "Note"]) func sessions(_ name: String) {
        let call =
            "<call id=\"x\" operation=\"Login\"><on event=\"success\" to=\"e\"><set name=\"ses\" from=\"%\"/></on></call>"
        #expect(Self.codes(call.replacing("%", with: name)) == ["type-mismatch"])
        #expect(Self.codes(call.replacing("%", with: "Ses")).isEmpty)
    }

    @Test("what a choice means is no session") func meanings() {
        #expect(
            Self.codes(Self.step(#"<ask name="c" type="choice" of="a b" meant="ses"/><on event="submit" to="e"/>"#))
                == ["type-mismatch"])
    }

    @Test("a key that says which variant is meant is not sent") func chosenKeys() {
        let call =
            #"<call id="x" operation="Login" variant="P"><send name="Way" value="P"/><on event="success" to="e"/></call>"#
        #expect(Self.codes(call) == ["unknown-parameter"])
    }

    @Test("a key chooses where there are variants or challenges to choose") func idleKeys() {
        let idle = Self.service.replacing(#"<variant name="P"><input name="Word"/></variant>"#, with: "")
        #expect(Self.codes(Self.step(#"<on event="submit" to="e"/>"#), service: idle) == ["missing-element"])
    }

    @Test("an answer names the challenge, where there are several that differ") func unnamedChallenges() {
        let unnamed = Self.service.replacing(
            #"<operation name="Answer" reply="r"><input name="Way" variant="true"/>"#,
            with: #"<operation name="Answer" reply="r">"#)
        let step = Self.step(#"<on event="submit" to="e"/>"#)
        #expect(Self.codes(step, service: unnamed).isEmpty)
        let other = #"<challenge name="KEY" proves="key"><response name="Key"/></challenge><errors"#
        #expect(Self.codes(step, service: unnamed.replacing("<errors", with: other)) == ["missing-element"])
    }

    @Test("the shortest life of a session is not longer than the longest", arguments: [(60, 600), (60, 60), (600, 60)])
    func sessionTimes(_ least: Int, _ most: Int) {
        let timed = Self.service.replacing(
            "answer=\"Answer\"",
            with: "answer=\"Answer\" session-at-least=\"\(least)\" session-at-most=\"\(most)\"")
        let codes = Self.codes(Self.step(#"<on event="submit" to="e"/>"#), service: timed)
        #expect(codes == (least > most ? ["bad-value"] : []))
    }

    @Test(
        "each key of a family is a text, so nothing says how it is encoded",
        arguments: [
            ("", []), (#"type="map""#, []), (#"encoding="json""#, ["conflicting-attributes"]),
            (#"type="map" encoding="json""#, ["conflicting-attributes"]),
            (#"type="list" encoding="csv""#, ["conflicting-attributes"]),
            (#"prefix="p.""#, ["conflicting-attributes"]), (#"type="map" prefix="p.""#, ["conflicting-attributes"]),
        ])
    func families(_ attributes: String, _ codes: [String]) {
        let service = Self.service.replacing(
            #"<input name="User"/>"#, with: "<input name=\"User.*\" at=\"User/*\" \(attributes)/>")
        #expect(Self.codes(Self.step(#"<on event="submit" to="e"/>"#), service: service) == codes)
    }

    @Test("what a file has itself is not inherited, and cannot be removed", arguments: ["node=\"x\"", "input=\"t\""])
    func removals(_ what: String) {
        let content = Self.step(#"<on event="submit" to="e"/>"#) + "<remove \(what)/>"
        #expect(Self.codes(content) == ["nothing-inherited"])
    }

    @Test("a value of a reply does not take the place of another one of the same replies") func receives() {
        let call = #"<call id="x" operation="Login"><receive name="Note" into="%"/><on event="success" to="e"/></call>"#
        #expect(Self.codes(call.replacing("%", with: "Ses")) == ["duplicate-name", "type-mismatch"])
        #expect(Self.codes(call.replacing("%", with: "t")).isEmpty)
    }

    @Test("what stands in for the answer operation takes the responses in the same place") func substitutes() {
        let content = Self.step(#"<on event="submit" to="e"/>"#) + #"<substitute operation="Answer" with="Other"/>"#
        let other =
            #"<operation name="Other" reply="r" responses="%"><input name="Way" variant="true"/></operation><errors"#
        let same = Self.service.replacing(
            #"<operation name="Answer" "#, with: #"<operation name="Answer" responses="Res" "#)
        #expect(
            Self.codes(content, service: same.replacing("<errors", with: other.replacing("%", with: "Res"))).isEmpty)
        #expect(Self.codes(content, service: same.replacing("<errors", with: other)) == ["type-mismatch"])
    }
}
