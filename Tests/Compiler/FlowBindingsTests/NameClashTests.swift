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
}
