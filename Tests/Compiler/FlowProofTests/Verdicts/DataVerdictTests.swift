import Testing

/// What is known of data at a guard: no more than every run has, and no less.
@Suite struct DataVerdictTests {
    private static let ends = FlowVerdict.ends

    /// A choice between `a` and `b` by a guard.
    private static func choice(_ guardText: String, _ statements: String = "") -> String {
        #"<choice id="first">\#(statements)<go to="a" when="\#(guardText)"/><otherwise to="b"/></choice>"#
            + #"<end id="a"/><end id="b"/>"#
    }

    /// A step that a choice leads back to, unless it leads to the end.
    private static func leaving(
        _ data: String, asking ask: String = "", _ branches: String, otherwise: String = "first"
    ) -> String {
        #"<data>\#(data)</data><step id="first">\#(ask)<on event="submit" to="next"/><on event="cancel" to="first"/></step>"#
            + #"<choice id="next">\#(branches)<otherwise to="\#(otherwise)"/></choice><end id="done"/>"#
    }

    static let given: [FlowVerdict] = [
        FlowVerdict(
            name: "a constant that may be left out",
            flow: #"<data><input name="x" constant="true"/></data>"# + choice("present x")),
        FlowVerdict(
            name: "a constant that must be given",
            flow: #"<data><input name="x" constant="true" required="true"/></data>"# + choice("present x"),
            findings: ["dead-branch otherwise"]),
        FlowVerdict(
            name: "a part of a text that is set",
            flow: #"<data><value name="x"/></data>"# + choice("x contains 'b'", #"<set name="x" value="abc"/>"#),
            findings: ["unreachable-node b"]),
        FlowVerdict(
            name: "what is no part of a text that is set",
            flow: #"<data><value name="x"/></data>"# + choice("x contains 'ca'", #"<set name="x" value="abc"/>"#),
            findings: ["unreachable-node a"]),
        FlowVerdict(
            name: "a start that leads elsewhere is another way",
            flow: #"<step id="first"><on event="submit cancel" to="done"/><on event="start" to="other"/></step>"#
                + #"<step id="other"><on event="submit cancel" to="done"/></step><end id="done"/>"#),
    ]

    static let inferred: [FlowVerdict] = [
        FlowVerdict(
            name: "what a test rules out stays out",
            flow: #"<data><input name="x"/><input name="w"/><value name="v"/></data>"#
                + #"<choice id="first"><go to="next" when="x is 'a'"/>"#
                + #"<go to="next" when="present w"><set name="v" from="w"/></go><otherwise to="done"/></choice>"#
                + #"<choice id="next"><go to="send" when="x is 'b'"/><otherwise to="done"/></choice>"#
                + #"<choice id="send"><handle handler="h"/><otherwise to="done"/></choice>"#
                + #"<handler name="h"><needs name="v"/></handler><on failure="*" to="failed"/>"#
                + #"<end id="done"/><end id="failed"/>"#),
        FlowVerdict(
            name: "a step is left only with data that it loses on the way round",
            flow:
                #"<data><value name="x"/></data><choice id="first"><set name="x" value="1"/><otherwise to="hold"/></choice>"#
                + #"<step id="hold"><on event="submit" when="present x" to="done"/>"#
                + #"<on event="back" to="hold"><clear name="x"/></on></step><end id="done"/>"#,
            findings: ["stuck-step hold"]),
        FlowVerdict(
            name: "a way out assigns the value that it needs",
            flow: #"<data><input name="x" required="true"/></data><step id="first">"#
                + #"<on event="submit" when="x is a" to="done"><set name="x" value="b"/></on>"#
                + #"<on event="cancel" to="first"/></step><end id="done"><show name="x" from="x"/></end>"#,
            findings: ["stuck-step first"]),
        FlowVerdict(
            name: "a copy of an answer leads out",
            flow: leaving(
                #"<value name="y"/>"#,
                asking: #"<ask name="x"/>"#,
                #"<set name="y" from="x"/><go to="done" when="y is 'a'"/>"#)),
        FlowVerdict(
            name: "a copy of what was given does not",
            flow: leaving(
                #"<value name="y"/><input name="x"/>"#,
                #"<set name="y" from="x"/><go to="done" when="y is 'a'"/>"#),
            findings: ["stuck-step first"]),
        FlowVerdict(
            name: "entries of an answer lead out",
            flow: leaving(
                #"<input name="m" type="map"/>"#,
                asking: #"<ask name="n" type="map" required="false"/>"#,
                #"<merge name="m" from="n"/><go to="done" when="m contains a"/>"#)),
        FlowVerdict(
            name: "entries of what was given do not",
            flow: leaving(
                #"<input name="m" type="map"/><input name="n" type="map"/>"#,
                #"<merge name="m" from="n"/><go to="done" when="m contains a"/>"#),
            findings: ["stuck-step first"]),
        FlowVerdict(
            name: "a way out with the entries, and another without them",
            flow: leaving(
                #"<input name="m" type="map"/><input name="n" type="map"/>"#,
                #"<merge name="m" from="n"/><go to="done" when="m contains a"/>"#, otherwise: "done")),
        FlowVerdict(
            name: "what may remain of a list that was given does not lead out",
            flow: leaving(
                #"<input name="l" type="list"/>"#,
                #"<clear name="l" entries="a"/><go to="done" when="present l"/>"#),
            findings: ["stuck-step first"]),
        FlowVerdict(
            name: "a reply that cannot be understood is no way out",
            flow:
                #"<step id="first"><on event="submit" to="ask"/><on event="cancel" to="first"/></step>"#
                + #"<call id="ask" operation="Login" variant="GUEST"><on event="success cancel" to="first"/>"#
                + #"<on error="*" to="first"/><on event="invalid" to="done"/></call><end id="done"/>"#,
            findings: ["stuck-step first"]),
        FlowVerdict(
            name: "to begin anew while a reply is awaited is no way out",
            flow:
                #"<step id="first"><on event="submit" to="ask"/><on event="cancel" to="first"/></step>"#
                + #"<call id="ask" operation="Login" variant="GUEST"><on event="success cancel invalid" to="first"/>"#
                + #"<on error="*" to="first"/><on event="start" to="done"/></call><end id="done"/>"#,
            findings: ["stuck-step first"]),
        FlowVerdict(
            name: "a copy of a word may be in another case",
            flow:
                #"<data><value name="y"/></data><step id="first"><ask name="x" type="choice" of="a b" ignore-case="true"/>"#
                + #"<on event="submit" to="next"><set name="y" from="x"/></on><on event="cancel" to="b"/></step>"#
                + choice("y is 'A'").replacing("first", with: "next")),
        FlowVerdict(
            name: "nothing is all of a list that is cleared",
            flow: #"<data><input name="m" type="map"/><input name="l" type="list"/></data>"#
                + choice("m has-all l", #"<clear name="l"/>"#),
            findings: ["unreachable-node b"]),
        FlowVerdict(
            name: "nor is it missing in a map that is not there",
            flow: #"<data><input name="m" type="map"/><input name="l" type="list"/></data>"#
                + #"<choice id="first"><clear name="l"/><go to="next" when="not present m"/><otherwise to="a"/></choice>"#
                + choice("m has-all l").replacing("first", with: "next"),
            findings: ["unreachable-node b"]),
        FlowVerdict(
            name: "guards that name all words of what a step demands",
            flow: #"<step id="first"><ask name="x" type="choice" of="a b"/><on event="submit" to="next"/></step>"#
                + #"<choice id="next"><go to="done" when="x is a"/><go to="other" when="x is b"/></choice>"#
                + #"<on event="cancel" to="done"/><end id="done"/><end id="other"/>"#),
        FlowVerdict(
            name: "guards that name all words of what a step may leave out",
            flow: #"<step id="first"><ask name="x" type="choice" of="a b" required="false"/>"#
                + #"<on event="submit" to="next"/></step>"#
                + #"<choice id="next"><go to="done" when="x is a"/><go to="other" when="x is b"/></choice>"#
                + #"<on event="cancel" to="done"/><end id="done"/><end id="other"/>"#,
            findings: ["incomplete-choice next"]),
        FlowVerdict(
            name: "a word of two asks, of which one takes it in another case",
            flow: #"<step id="first"><ask name="x" type="choice" of="a b"/><on event="submit" to="next"/></step>"#
                + #"<step id="other"><ask name="x" type="choice" of="a b" ignore-case="true"/><on event="submit" to="next"/></step>"#
                + #"<choice id="next"><go to="done" when="x is a"/><go to="other" when="x is b"/></choice>"#
                + #"<on event="cancel" to="done"/><end id="done"/>"#),
        FlowVerdict(
            name: "guards on the forms of all words of what a step demands",
            flow: #"<step id="first"><ask name="x" type="choice" of="a b"/><on event="submit" to="next"/></step>"#
                + #"<choice id="next"><go to="done" when="x matches 'a'"/><go to="other" when="x contains 'b'"/></choice>"#
                + #"<on event="cancel" to="done"/><end id="done"/><end id="other"/>"#),
        FlowVerdict(
            name: "a copy that is tested for another word than its original",
            flow: #"<data><input name="x" type="choice" of="a b c" required="true"/>"#
                + #"<value name="y" type="choice" of="a b c"/></data><choice id="first"><set name="y" from="x"/>"#
                + #"<go to="next" when="x is b"/><otherwise to="ask"/></choice>"#
                + choice("not (y is a)").replacing("first", with: "next")
                + #"<step id="ask"><on event="submit" to="b"/><on event="cancel" to="a"/></step>"#
                + #"<never end="b" unless-before="ask"/>"#),
        FlowVerdict(
            name: "a step that is left with each word of what an earlier one demands",
            flow: #"<step id="first"><ask name="x" type="flag"/><on event="submit" to="next"/>"#
                + #"<on event="cancel" to="done"/></step><step id="next"><on event="submit" when="x" to="done"/>"#
                + #"<on event="submit" when="x is false" to="done"/><on event="cancel" to="next"/></step>"#
                + #"<end id="done"/>"#),
        FlowVerdict(
            name: "items that are removed from a list that is not there",
            flow: #"<data><input name="l" type="list"/></data>"#
                + choice("present l", #"<clear name="l"/><clear name="l" entries="x"/>"#),
            findings: ["unreachable-node a"]),
        FlowVerdict(
            name: "all items that a list can have are removed",
            flow: #"<data><value name="l" type="list"/></data>"#
                + choice("present l", #"<set name="l" value="x y"/><clear name="l" entries="y x z"/>"#),
            findings: ["unreachable-node a"]),
        FlowVerdict(
            name: "some items that a list can have are removed",
            flow: #"<data><value name="l" type="list"/></data>"#
                + choice("present l", #"<set name="l" value="x y"/><clear name="l" entries="x"/>"#)),
        FlowVerdict(
            name: "an input that nothing fits",
            flow: #"<data><input name="x" required="true" pattern="a" length="2"/><input name="y"/></data>"#
                + choice("present y"),
            findings: ["unused-value x", "unreachable-node first", "unreachable-node a", "unreachable-node b"]),
    ]

    /// A call whose errors lead to a step, and what comes behind it.
    private static func failing(_ wrong: String, _ nodes: String) -> String {
        #"<call id="first" operation="Login" variant="GUEST"><on event="success" to="done"/>"#
            + #"<on error="Wrong" to="\#(wrong)"/></call>"# + nodes + ends
    }

    /// A call that is repeated under a guard after an error.
    private static func once(_ statement: String) -> String {
        #"<data><value name="x" type="flag"/></data>"#
            + #"<choice id="first"><set name="x" value="false"/><otherwise to="ask"/></choice>"#
            + #"<call id="ask" operation="Login" variant="GUEST"><on event="success" to="done"/>"#
            + #"<on error="Wrong" when="not x" to="ask">\#(statement)</on></call>"#
    }

    static let errors: [FlowVerdict] = [
        FlowVerdict(
            name: "an answer of the host clears the pending error",
            flow: failing(
                "ask",
                #"<step id="ask"><on event="submit" to="next"/></step>"#
                    + #"<choice id="next"><go to="done" when="present error.type"/></choice>"#),
            findings: ["incomplete-choice next"]),
        FlowVerdict(
            name: "a pending error that is kept",
            flow: failing(
                "again",
                #"<call id="again" operation="Login" variant="GUEST"><on event="success" to="next" keep-error="true"/></call>"#
                    + #"<choice id="next"><go to="a" when="error.type is 'Wrong'"/><otherwise to="b"/></choice>"#
                    + #"<end id="a"/><end id="b"/>"#),
            findings: ["unreachable-node b"]),
        FlowVerdict(
            name: "a pending error that is not kept",
            flow: failing(
                "again",
                #"<call id="again" operation="Login" variant="GUEST"><on event="success" to="next"/></call>"#
                    + #"<choice id="next"><go to="a" when="error.type is 'Wrong'"/><otherwise to="b"/></choice>"#
                    + #"<end id="a"/><end id="b"/>"#),
            findings: ["unreachable-node a"]),
        FlowVerdict(
            name: "the message of an error that the flow itself raises",
            flow: #"<step id="first"><on event="submit" to="next"><error type="e" message="hello"/></on>"#
                + #"<on event="cancel" to="b"/></step>"#
                + choice("error.message contains 'bye'").replacing("first", with: "next"),
            findings: ["unreachable-node a"]),
        FlowVerdict(
            name: "a value that is set is there on the way back",
            flow: #"<data><value name="x"/></data>"#
                + #"<call id="first" operation="Login" variant="GUEST"><on event="success" to="done"/>"#
                + #"<on error="Wrong" to="again"><set name="x" value="1"/></on></call>"#
                + #"<choice id="again"><go to="first" when="not present x"/><otherwise to="done"/></choice>"# + ends),
        FlowVerdict(
            name: "a word that is set ends the loop",
            flow: once(#"<set name="x" value="true"/>"#) + ends),
        FlowVerdict(
            name: "a word that is set again does not",
            flow: once(#"<set name="x" value="false"/>"#) + ends, findings: ["unbounded-retry Wrong"]),
        FlowVerdict(
            name: "nor does one that is set on some way round only",
            flow: once(#"<set name="x" value="true" when="error.message is 'a'"/>"#) + ends,
            findings: ["unbounded-retry Wrong"]),
        FlowVerdict(
            name: "a default is there",
            flow:
                #"<data><input name="x" default="a"/></data><choice id="first"><go to="done" when="present x"/></choice>"#
                + #"<end id="done"/>"#),
        FlowVerdict(
            name: "a list that must be given is there",
            flow: #"<step id="first"><ask name="y" type="list"/>"#
                + #"<on event="submit" to="next"/><on event="cancel" to="done"/></step>"#
                + #"<choice id="next"><go to="done" when="present y"/></choice><end id="done"/>"#,
            findings: []),
    ]

    @Test(arguments: given + inferred + errors)
    func onlyWhatIsSoIsKnown(_ example: FlowVerdict) {
        #expect(example.found == example.findings)
    }

    /// A gap is told with the data that were known before, as far as the event's guards ask for them.
    @Test func aGapIsToldWithItsData() {
        let flow =
            #"<data><input name="x"/><input name="y"/></data>"#
            + #"<choice id="first"><go to="send" when="present x and present y"/><otherwise to="done"/></choice>"#
            + #"<call id="send" operation="Login" variant="GUEST"><on event="success" to="done"/>"#
            + #"<on event="invalid cancel" to="done"/><on error="*" when="not present x" to="done"/></call><end id="done"/>"#
        let messages = FlowVerdict(name: "", flow: flow).messages
        #expect(messages.count == 1 && messages.allSatisfy { $0.hasSuffix("when x is present") }, "\(messages)")
    }
}
