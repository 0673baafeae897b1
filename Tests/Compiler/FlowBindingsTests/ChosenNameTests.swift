import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// The attribute `swift-name`.
@Suite("Names that a flow chooses for Swift") struct ChosenNameTests {
    /// Compiles the kiosk flow with texts replaced.
    private static func kiosk(_ changes: [(String, String)]) throws -> Compilation {
        var text = try PackageFiles.text("flows/kiosk.flow.xml")
        for (before, after) in changes {
            #expect(text.contains(before), "the flow was changed: plant the name anew")
            text = text.replacing(before, with: after)
        }
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows")).replacing(
            "flows/kiosk.flow.xml", with: Array(text.utf8))
        return FlowCompiler.compile(path: "flows/kiosk.flow.xml", loader: loader)
    }

    /// The findings about the names of a flow.
    private static func findings(_ compilation: Compilation) throws -> [Diagnostic] {
        let interface = try #require(HostInterface(compilation))
        return interface.nameClashes(in: compilation)
    }

    private static let names = [
        ("start=\"greeting\">", "start=\"greeting\" swift-name=\"sharedScreen\">"),
        ("<input name=\"building\"", "<input name=\"building\" swift-name=\"houseID\""),
        ("<command name=\"resend\"/>", "<command name=\"resend\" swift-name=\"sendAgain\"/>"),
        (
            "id=\"way\" present=\"HOW_WILL_YOU_PROVE_IT\"",
            "id=\"way\" present=\"HOW_WILL_YOU_PROVE_IT\" swift-name=\"smsOrNot\""
        ),
        (
            "name=\"SMS_OTP\" present=\"TYPE_THE_CODE\"",
            "name=\"SMS_OTP\" present=\"TYPE_THE_CODE\" swift-name=\"default\""
        ),
        ("<ask name=\"badge\"", "<ask name=\"badge\" swift-name=\"PINOfBadge\""),
        ("<show name=\"building\"", "<show name=\"building\" swift-name=\"Place\""),
    ]

    @Test("each part has the chosen name, as a type and as a member, and its own name at run time")
    func chosen() throws {
        let compilation = try Self.kiosk(Self.names)
        let interface = try #require(HostInterface(compilation))
        #expect(interface.nameClashes(in: compilation).map(\.message) == [])
        let text = SwiftWriter.file(interface, table: [], options: SwiftOptions(command: "x", version: "0"))
        for part in [
            "struct SharedScreen: TypedFlow", "var houseID: String?", "values.set(\"building\", houseID)",
            "case houseID = \"building\"", "func sendAgain() async", "turn.send(\"resend\")",
            "case smsOrNot(SMSOrNot)", "case \"HOW_WILL_YOU_PROVE_IT\":", "case `default`(Default)",
            "self = .default(Default(turn))",
            "func submit(pinOfBadge: String)", "values.set(\"badge\", pinOfBadge)", "static let pinOfBadgeRule",
            "let place: String", "guard let place = turn.text(\"building\")",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("TypeTheCode"))
    }

    @Test("the table is the same") func table() throws {
        let (named, plain) = try (Self.kiosk(Self.names).table(), Self.kiosk([]).table())
        #expect(named == plain)
    }

    @Test("a style overrides the names of its base flow, and inherits the others") func inherited() throws {
        let base = """
            <flow name="base" start="ask" swift-name="notInherited">
              <command name="skip" swift-name="omit"/>
              <step id="ask" present="ASK" swift-name="fromBase">
                <ask name="a" swift-name="answer"/>
                <on event="submit skip" to="end"/>
              </step>
              <on event="cancel" to="end"/>
              <end id="end" swift-name="finished"/>
            </flow>
            """
        let style = """
            <flow name="style" extends="base.flow.xml">
              <step id="ask" inherit="extend" swift-name="fromStyle"/>
            </flow>
            """
        let text = try InlineFlow(style, others: ["base.flow.xml": base]).swift
        for part in [
            "struct Style: TypedFlow", "case fromStyle(FromStyle)", "submit(answer: String)", "func omit()",
            "case finished(Finished)",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("fromBase") && !text.contains("FromBase"))
    }

    @Test("a name that is no identifier is a bad value at its place", arguments: ["", "2nd", "a-b", "a b", "_", "é"])
    func invalid(_ name: String) throws {
        let compilation = try Self.kiosk([("start=\"greeting\">", "start=\"greeting\" swift-name=\"\(name)\">")])
        let finding = try #require(compilation.diagnostics.first { $0.code.rawValue == "bad-value" })
        #expect(finding.help.contains { $0.contains("letters and digits") })
        #expect(HostInterface(compilation) == nil)
    }

    @Test("one step with two names in one file is a finding at the second name") func conflict() throws {
        let compilation = try Self.kiosk([
            (
                "name=\"EMAIL_OTP\" present=\"TYPE_THE_CODE\"",
                "name=\"EMAIL_OTP\" present=\"TYPE_THE_CODE\" swift-name=\"one\""
            ),
            (
                "name=\"SMS_OTP\" present=\"TYPE_THE_CODE\"",
                "name=\"SMS_OTP\" present=\"TYPE_THE_CODE\" swift-name=\"two\""
            ),
            (
                "name=\"SMS_MFA\" present=\"TYPE_THE_CODE\"",
                "name=\"SMS_MFA\" present=\"TYPE_THE_CODE\" swift-name=\"one\""
            ),
        ])
        let findings = try Self.findings(compilation)
        #expect(findings.map(\.message) == ["the step 'TYPE_THE_CODE' has the Swift names 'one' and 'two'"])
        let place = try #require(findings.first?.range)
        #expect(compilation.sources[place.file]?.text(place.offsets) == "two")
    }

    @Test("a chosen name ends a clash, and can cause one") func clashes() throws {
        let planted = ("\"HOUSE_RULES\"", "\"who-are-you\"")
        let clash = try Self.findings(Self.kiosk([planted]))
        let finding = try #require(clash.first)
        #expect(finding.help == ["rename one of them, or give it a 'swift-name'"])
        let named = try Self.kiosk([planted, ("\"who-are-you\"", "\"who-are-you\" swift-name=\"houseRules\"")])
        #expect(try Self.findings(named).isEmpty)
        let caused = try Self.kiosk([("\"HOUSE_RULES\"", "\"HOUSE_RULES\" swift-name=\"whoAreYou\"")])
        #expect(
            try Self.findings(caused).map(\.message) == [
                "the step 'HOUSE_RULES' becomes 'WhoAreYou' in Swift, as does 'WHO_ARE_YOU'"
            ])
    }
}
