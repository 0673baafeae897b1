import TestSupport
import Testing

/// A mistake in the flow of the desk, or in what it knows of its service, that only a proof finds.
struct ProofDefect: Sendable, CustomTestStringConvertible {
    let code: String
    let edits: [TextEdit]
    /// Edits of the service description.
    let service: [TextEdit]
    /// What else is found, as it is a consequence.
    let besides: [String]

    var testDescription: String { code }

    private init(
        _ code: String, _ edits: [(String, String)], service: [(String, String)] = [], besides: [String] = []
    ) {
        self.code = code
        self.edits = edits.map { TextEdit($0.0, $0.1) }
        self.service = service.map { TextEdit($0.0, $0.1) }
        self.besides = besides
    }

    static let all: [ProofDefect] = [
        ProofDefect(
            "missing-key",
            [("\n    <send name=\"Key\" from=\"key\"/>", ""), ("<call id=\"prove\"", "<call id=\"⟦prove⟧\"")]),
        ProofDefect(
            "unhandled-challenge", [("<call id=\"login\"", "<call id=\"⟦login⟧\"")],
            service: [
                ("<brings challenge=\"TEXT_CODE\"/>", "<brings challenge=\"TEXT_CODE CALL\"/>"),
                ("  <errors ", "  <challenge name=\"CALL\"/>\n  <errors "),
            ]),
        ProofDefect(
            "impossible-reply",
            [("from=\"key\"/>", "from=\"key\"/>\n    <on challenge=\"⟦TEXT_CODE⟧\" to=\"failed\"/>")]),
        ProofDefect("unused-value", [("<fact ", "<value name=\"⟦memo⟧\"/>\n    <fact ")]),
        ProofDefect("unused-declaration", [("<command ", "<command name=\"⟦help⟧\"/>\n  <command ")]),
        ProofDefect(
            "never-given",
            [
                ("<fact ", "<value name=\"⟦memo⟧\"/>\n    <fact "),
                ("<end id=\"failed\"/>", "<end id=\"failed\"><show name=\"memo\" from=\"memo\"/></end>"),
            ]),
        ProofDefect(
            "late-timeout",
            [
                (
                    "<on event=\"resend\" to=\"login\"/>",
                    "<on event=\"resend\" to=\"login\"/>\n      <on event=\"timeout\" after=\"⟦600⟧\" to=\"failed\"/>"
                )
            ], service: [("answer=\"Answer\"", "answer=\"Answer\" session-at-least=\"60\" session-at-most=\"180\"")]),
        ProofDefect("broken-happy-path", [("start=\"welcome\">", "start=\"welcome\" happy-path=\"login ⟦finish⟧\">")]),
        ProofDefect(
            "kept-secret",
            [
                (
                    "<on event=\"resend\" to=\"login\"/>",
                    "<on event=\"⟦resend⟧\" restart=\"login\" keep=\"user password\"/>"
                )
            ]),
        ProofDefect("missing-value", SeededDefect.all.first { $0.id == "D15" }?.edits.map { ($0.old, $0.new) } ?? []),
        ProofDefect(
            "stale-session",
            [
                ("<fact ", "<value name=\"first\" type=\"session\"/>\n    <fact "),
                (
                    "<send name=\"Code\" from=\"code\"/>",
                    """
                    <set name="first" from="session" when="not present first"/>
                          <send name="Code" from="code"/>
                          <send name="Session" from="⟦first⟧"/>
                    """
                ),
            ],
            service: [
                (
                    "<response name=\"Code\" required=\"true\"/>",
                    "<response name=\"Code\" required=\"true\"/>\n    <brings challenge=\"TEXT_CODE\"/>"
                )
            ]),
        ProofDefect(
            "never-violated",
            [
                (
                    "<never end=\"signed-in\" unless-before=\"login PROVE\"",
                    "<never end=\"⟦signed-in⟧\" unless-before=\"PROVE\""
                )
            ]),
        ProofDefect(
            "unproven-tokens",
            [
                ("\n  <never end=\"signed-in\" unless-before=\"login PROVE\"/>", ""),
                ("from=\"password\"/>", "from=\"password\"/>\n    <on error=\"WrongPassword\" to=\"signed-in\"/>"),
                ("<end id=\"signed-in\">", "<end id=\"⟦signed-in⟧\">"),
            ]),
        ProofDefect(
            "always-violated",
            [
                (
                    "<on event=\"resend\" to=\"login\"/>",
                    "<on event=\"resend\" to=\"login\"/><on event=\"cancel\" refuse=\"no\"/>"
                ),
                ("<always event=\"cancel\"/>", "<always event=\"⟦cancel⟧\"/>"),
            ]),
        ProofDefect(
            "no-cancel",
            [
                (
                    "<on event=\"resend\" to=\"login\"/>",
                    "<on event=\"resend\" to=\"login\"/><on event=\"cancel\" refuse=\"no\"/>"
                ),
                ("\n  <always event=\"cancel\"/>", ""),
                ("<challenge name=\"TEXT_CODE\"", "<challenge name=\"⟦TEXT_CODE⟧\""),
            ]),
        ProofDefect(
            "stuck-step",
            [
                ("of=\"CODE PROOF\"/>", "of=\"CODE PROOF LOST\"/>\n    <on select=\"LOST\" to=\"lost\"/>"),
                (
                    "  <call id=\"login\"",
                    """
                      <step id="⟦lost⟧">
                        <on event="submit" when="has-printer" to="failed"/>
                        <on event="cancel" refuse="no"/>
                      </step>
                      <call id="login"
                    """
                ),
                ("\n  <always event=\"cancel\"/>", ""),
            ]),
        ProofDefect(
            "reachable-violated",
            [
                ("<end id=\"failed\"/>", "<end id=\"failed\"/>\n  <end id=\"expired\"/>"),
                (
                    "<handle handler=\"proof.make\"/>",
                    "<go to=\"expired\" when=\"way is CODE\"/>\n      <handle handler=\"proof.make\"/>"
                ),
                ("<reachable end=\"signed-in failed\"/>", "<reachable end=\"signed-in failed ⟦expired⟧\"/>"),
            ]),
        ProofDefect(
            "unreached-limit", SeededDefect.all.first { $0.id == "D18b" }?.edits.map { ($0.old, $0.new) } ?? []),
    ]
}
