import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

@Suite("Names that become the same in Swift") struct NameClashTests {
    private static func clashes(_ changes: [(String, String)]) throws -> [String] {
        var text = try PackageFiles.text("flows/kiosk.flow.xml")
        for (before, after) in changes {
            #expect(text.contains(before), "the flow was changed: plant the clash anew")
            text = text.replacing(before, with: after)
        }
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows")).replacing(
            "flows/kiosk.flow.xml", with: Array(text.utf8))
        let compilation = FlowCompiler.compile(path: "flows/kiosk.flow.xml", loader: loader)
        let findings = try #require(HostInterface(compilation)).nameClashes(in: compilation)
        #expect(findings.allSatisfy { $0.code.rawValue == "swift-name-clash" })
        return findings.map(\.message)
    }

    @Test("no shipped flow has a clash", arguments: InterfaceClaimTests.flows) func shipped(_ file: String) throws {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        let compilation = FlowCompiler.compile(path: "flows/" + file, loader: loader)
        #expect(try #require(HostInterface(compilation)).nameClashes(in: compilation).map(\.message) == [])
    }

    @Test("two steps, a step and a generated type, two words") func planted() throws {
        #expect(
            try Self.clashes([("\"HOUSE_RULES\"", "\"who-are-you\"")]) == [
                "the step 'who-are-you' becomes 'WhoAreYou' in Swift, as does 'WHO_ARE_YOU'"
            ])
        #expect(
            try Self.clashes([("\"HOUSE_RULES\"", "\"OUTCOME\"")]) == [
                "the step 'OUTCOME' becomes 'Outcome' in Swift, a name that the generated code already has"
            ])
        #expect(
            try Self.clashes([("\"DECLINE\"", "\"agree\"")]) == [
                "the word 'agree' of the answer 'selection' of the step 'HOUSE_RULES' becomes 'agree' in Swift, "
                    + "as does 'AGREE'"
            ])
    }

    @Test("a step or outcome that would hide a type that the code uses") func hiddenTypes() throws {
        #expect(
            try Self.clashes([("\"HOUSE_RULES\"", "\"RESULT\"")]) == [
                "the step 'RESULT' becomes 'Result' in Swift, a name that the generated code already has"
            ])
        let flow = InlineFlow(
            """
            <flow name="case" start="ask"><step id="ask"><ask name="self"/><on event="submit cancel" to="done"/></step>
            <end id="done" outcome="string"><show name="self" from="self"/></end></flow>
            """)
        let clashes = try flow.interface.nameClashes(in: flow.compilation).map(\.message)
        #expect(
            clashes == [
                "the outcome 'string' becomes 'String' in Swift, a name that the generated code already has",
                "the answer 'self' of the step 'ask' becomes '`self`' in Swift, "
                    + "a name that the generated code already has",
                "the value 'self' of the outcome 'string' becomes '`self`' in Swift, "
                    + "a name that the generated code already has",
            ])
    }

    @Test("the type of a choice is no reserved word, even if its name is") func choiceNamedLikeAKeyword() throws {
        let flow = InlineFlow(
            """
            <flow name="case" start="ask">
            <step id="ask"><ask name="type" type="choice" of="sms mail"/><on event="submit cancel" to="done"/></step>
            <end id="done"><show name="type" from="type"/></end></flow>
            """)
        #expect(try flow.swift.contains("        enum TypeChoice: String, Sendable, CaseIterable {"))
        #expect(try flow.swift.contains("func submit(_ type: TypeChoice)"))
    }

    @Test("a number distinguishes errors and failures that would have the same case")
    func errorsAndFailures() throws {
        let service = """
            <service name="s"><operation name="A" errors="tooMany too_many other"/>
            <errors names="tooMany too_many other"/></service>
            """
        let flow = InlineFlow(
            """
            <flow name="case" service="s.service.xml" start="ask">
            <handler name="look"><fails name="default default-exception defaultException"/></handler>
            <step id="ask"><handle handler="look"/><on event="submit" to="a"/></step>
            <call id="a" operation="A"/>
            <on error="tooMany too_many other" to="ask"/><on error="*" to="done"/><on failure="*" to="done"/>
            <on event="success invalid cancel" to="done"/><end id="done"/></flow>
            """, others: ["s.service.xml": service])
        #expect(try flow.interface.nameClashes(in: flow.compilation).isEmpty)
        let swift = try flow.swift
        for type in [("other", "other2"), ("tooMany", "tooMany"), ("too_many", "tooMany2")] {
            #expect(swift.contains("case \"\(type.0)\": self = .\(type.1)\n"))
            #expect(swift.contains("            /// The error `\(type.0)`.\n            case \(type.1)\n"))
        }
        for failure in ["`default`", "defaultException", "default2"] {
            #expect(swift.contains("case \(failure)(message: String)\n"))
            #expect(swift.contains("case .\(failure)(let message):\n"))
        }
    }

    // MARK: Every name of the generated code

    private static let service =
        "<service name=\"s\"><operation name=\"A\" errors=\"lost\"/><errors names=\"lost\"/></service>"

    /// A flow whose Swift uses every type that generated code can use.
    private static func flow(
        named name: String = "case", step: String = "ask", outcome: String = "done", handler: String = "look",
        notification: String = "asked", input: String = "way", need: String = "on", give: String = "given",
        shown: String = "on"
    ) -> InlineFlow {
        InlineFlow(
            """
            <flow name="\(name)" service="s.service.xml" start="ask">
            <data><input name="wait" type="seconds"/><input name="on" type="flag"/><input name="map" type="map"/></data>
            <data><input name="\(input)" type="choice" of="a b"/></data>
            <command name="again"/>
            <handler name="\(handler)"><needs name="wait" type="seconds" required="false"/>
            <needs name="map" type="map" required="false"/><needs name="\(need)" type="flag" required="false"/>
            <gives name="\(give)" type="secret"/><gives name="at" type="seconds"/><fails name="lost"/></handler>
            <handler name="log"><needs name="answer"/></handler>
            <step id="ask" present="\(step)"><notify name="\(notification)"/>
            <ask name="answer" type="digits"/><ask name="secret" type="secret"/>
            <on event="submit" to="a"/><on event="timeout" after="60" to="done"/></step>
            <call id="a" operation="A"><handle handler="log"/>
            <handle handler="\(handler)"><pass name="\(need)" from="on"/></handle></call>
            <on error="*" to="ask"/><on failure="*" to="done"/><on event="success invalid cancel" to="done"/>
            <end id="done" outcome="\(outcome)"><show name="wait" from="wait"/><show name="\(shown)" from="on"/>
            <on event="again" to="ask"/></end></flow>
            """,
            others: ["s.service.xml": Self.service])
    }

    /// Returns the types that some lines of code use, without those that the lines declare.
    private static func types(in lines: some Sequence<Substring>) -> Set<String> {
        var used: Set<String> = []
        var declared: Set<String> = []
        for line in lines where !line.contains("//") {
            let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            used.formUnion(words.filter { $0.first?.isUppercase == true })
            for (keyword, name) in zip(words, words.dropFirst())
            where ["enum", "protocol", "struct", "typealias"].contains(keyword) {
                declared.insert(name)
            }
        }
        return used.subtracting(declared)
    }

    /// Expects that a flow has one clash: a part whose name the generated code already has.
    private static func expectClash(of part: String, in flow: InlineFlow) throws {
        let clashes = try flow.interface.nameClashes(in: flow.compilation).map(\.message)
        #expect(clashes.count == 1 && clashes[0].hasPrefix("the \(part) "), "\(part): \(clashes)")
    }

    @Test("no flow, step, outcome or handler can hide a type that the code uses") func usedTypes() throws {
        let file = try Self.flow().swift.split(separator: "\n")
        // The flow's own line and the import are not indented.
        let lines = file.filter { $0.hasPrefix("    ") }
        for type in Self.types(in: lines) {
            try Self.expectClash(of: "step '\(type)'", in: Self.flow(step: type))
        }
        for type in Self.types(in: lines).union(["TypedFlow", "ExtendedFlow"]) {
            try Self.expectClash(of: "flow '\(type)'", in: Self.flow(named: type))
        }
        for type in Self.types(in: lines.drop { !$0.hasPrefix("    enum Outcome") }.prefix { $0 != "    }" }) {
            try Self.expectClash(of: "outcome '\(type)'", in: Self.flow(outcome: type))
        }
        for type in Self.types(in: lines.drop { !$0.hasPrefix("    enum Ports") }.prefix { $0 != "    }" }) {
            try Self.expectClash(of: "handler '\(type)'", in: Self.flow(handler: type))
        }
    }

    @Test("names that the code of inputs, ports and notifications has") func members() throws {
        #expect(try Self.flow().interface.nameClashes(in: Self.flow().compilation).isEmpty)
        for name in ["init", "self", "values", "description", "debug-description"] {
            try Self.expectClash(of: "input '\(name)'", in: Self.flow(input: name))
            try Self.expectClash(of: "port '\(name)'", in: Self.flow(give: name))
        }
        for name in ["init", "self", "inputs", "description"] {
            try Self.expectClash(of: "port '\(name)'", in: Self.flow(need: name))
        }
        // A property with this name would be the description that `print` writes.
        try Self.expectClash(of: "value 'description'", in: Self.flow(shown: "description"))
        try Self.expectClash(of: "notification 'init'", in: Self.flow(notification: "init"))
    }

    @Test("a flow can have the name of one of its steps, even if two steps have the same errors")
    func ownName() throws {
        let flow = InlineFlow(
            """
            <flow name="first" service="s.service.xml" start="one">
            <step id="one" present="FIRST"><on event="submit" to="a"/></step>
            <step id="two" present="SECOND"><on event="submit" to="b"/></step>
            <call id="a" operation="A"><on event="success" to="two"/><on error="*" to="one"/></call>
            <call id="b" operation="A"><on event="success" to="done"/><on error="*" to="two"/></call>
            <on event="invalid cancel" to="done"/><end id="done"/></flow>
            """,
            others: ["s.service.xml": Self.service])
        #expect(try flow.interface.nameClashes(in: flow.compilation).isEmpty)
        #expect(try flow.swift.contains("typealias ErrorKind = First.ErrorKind\n"))
    }

    @Test("names that differ as types and are equal as cases, or the reverse") func typesAndCases() throws {
        let flow = InlineFlow(
            """
            <flow name="case" start="a"><data><input name="iD" type="choice" of="x y"/></data>
            <data><input name="id" type="choice" of="x y"/></data>
            <step id="a" present="PINEntry"><on event="submit" to="b"/></step>
            <step id="b" present="PIN_ENTRY"><on event="submit" to="done"/></step>
            <on event="invalid cancel" to="done"/><end id="done"/></flow>
            """)
        #expect(
            try flow.interface.nameClashes(in: flow.compilation).map(\.message) == [
                "the step 'PIN_ENTRY' becomes 'pinEntry' in Swift, as does 'PINEntry'",
                "the input 'id' becomes 'IDChoice' in Swift, as does 'iD'",
            ])
    }

    @Test("a step with the name of the base flow's type") func baseFlow() throws {
        let base = """
            <flow name="kiosk" start="ask"><step id="ask"><on event="submit cancel" to="done"/></step>
            <end id="done"/></flow>
            """
        let style = """
            <flow name="tour" extends="base.flow.xml">
            <step id="ask" present="KIOSK" inherit="extend"/></flow>
            """
        let files = ["base.flow.xml": base]
        let flow = InlineFlow(style, others: files)
        let loader = MemoryLoader(texts: files)
        let known = try #require(BaseFlow(of: flow.compilation, loader: loader))
        let clashes = try flow.interface.nameClashes(in: flow.compilation, base: known).map(\.message)
        #expect(
            clashes == ["the base flow 'kiosk' becomes 'Kiosk' in Swift, a name that the generated code already has"])
        let qualified = BaseFlow(of: flow.compilation, type: "Shipped.Kiosk", loader: loader)
        #expect(try flow.interface.nameClashes(in: flow.compilation, base: qualified).isEmpty)
    }
}
