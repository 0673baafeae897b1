import TestSupport
import Testing

/// One mistake in the flow of the desk, and the finding that it must give. The numbers are those of the 20
/// mistakes with which other
/// engines were compared.
struct SeededDefect: Sendable, CustomTestStringConvertible {
    let id: String
    /// What is wrong.
    let what: String
    let code: String
    let edits: [TextEdit]

    var testDescription: String { "\(id) \(what)" }

    private init(_ id: String, _ what: String, _ code: String, _ edits: [(String, String)]) {
        self.id = id
        self.what = what
        self.code = code
        self.edits = edits.map { TextEdit($0.0, $0.1) }
    }

    /// What grammars and parsers can find.
    static let ofForm: [SeededDefect] = [
        SeededDefect(
            "D01", "an end tag of another element", "not-well-formed",
            [("to=\"prove\"/>\n  </step>", "to=\"prove\"/>\n  </⟦stop⟧>")]),
        SeededDefect(
            "D02", "a misspelt element", "unknown-element", [("<on select=\"CODE\"", "<⟦onn⟧ select=\"CODE\"")]),
        SeededDefect(
            "D03", "a misspelt attribute", "unknown-attribute",
            [("<on select=\"CODE\" to", "<on select=\"CODE\" ⟦too⟧")]),
        SeededDefect(
            "D04", "a target that is no node", "unknown-target",
            [("select=\"CODE\" to=\"login\"", "select=\"CODE\" to=\"⟦logon⟧\"")]),
        SeededDefect(
            "D05", "an id twice", "duplicate-node",
            [
                ("<call id=\"prove\"", "<call id=\"⟦login⟧\""),
                ("select=\"PROOF\" to=\"prove\"", "select=\"PROOF\" to=\"login\""),
            ]),
        SeededDefect(
            "D06", "a first node that does not exist", "unknown-target", [("start=\"welcome\"", "start=\"⟦welcom⟧\"")]),
        SeededDefect(
            "D16", "an import of a file that does not exist", "file-not-found",
            [("\"receipt.flow.xml\"", "\"⟦reciept.flow.xml⟧\"")]),
        SeededDefect(
            "D17", "an end that asks", "misplaced-element",
            [("<end id=\"failed\"/>", "<end id=\"failed\"><⟦ask⟧ name=\"why\"/></end>")]),
    ]

    /// What can be found in the graph of nodes and transitions.
    static let ofShape: [SeededDefect] = [
        SeededDefect(
            "D07", "a node that nothing leads to", "unreachable-node",
            [
                (
                    "<end id=\"failed\"/>",
                    "<end id=\"failed\"/>\n  <step id=\"⟦alone⟧\"><on event=\"submit\" to=\"failed\"/></step>"
                )
            ]),
        SeededDefect(
            "D08", "two transitions for one event", "overlapping-transitions",
            [
                (
                    "<on event=\"resend\" to=\"login\"/>",
                    "<on event=\"resend\" to=\"login\"/><on event=\"⟦resend⟧\" to=\"failed\"/>"
                )
            ]),
        SeededDefect(
            "D09", "a step that nothing leads out of", "no-way-to-end",
            third("<step id=\"⟦lost⟧\"><on event=\"cancel\" refuse=\"no-way-back\"/></step>", "lost")),
        SeededDefect(
            "D10", "a circle that nothing leads out of", "no-way-to-end",
            third(
                """
                <step id="⟦here⟧"><on event="submit cancel" to="there"/></step>
                  <step id="there"><on event="submit cancel" to="here"/></step>
                """, "here")),
        SeededDefect(
            "D11", "an endless circle without events", "livelock",
            [
                ("<choice id=\"finish\">", "<choice id=\"⟦finish⟧\">"),
                ("<otherwise to=\"signed-in\"/>", "<otherwise to=\"again\"/>"),
                (
                    "<use id=\"receipt\"",
                    "<choice id=\"again\"><otherwise to=\"finish\"/></choice>\n  <use id=\"receipt\""
                ),
            ]),
        // Of transitions the named one counts, wherever it stands; only branches can hide others behind them.
        SeededDefect(
            "D12", "a branch behind one that takes its cases", "dead-branch",
            [
                (
                    "when=\"has-printer\"/>",
                    "when=\"has-printer\"/>\n    <go to=\"failed\" when=\"⟦has-printer and present user⟧\"/>"
                )
            ]),
        SeededDefect(
            "D18a", "an error that is answered by the same request for ever", "unbounded-retry",
            [("from=\"password\"/>", "from=\"password\"/>\n    <on error=\"⟦TooMany⟧\" retry=\"send\"/>")]),
        SeededDefect(
            "D19", "a call without a way on after an error", "dropped-event",
            [
                ("  <on error=\"*\" to=\"failed\"/>\n", ""), ("<call id=\"login\"", "<call id=\"⟦login⟧\""),
                ("from=\"key\"/>", "from=\"key\"/><on error=\"*\" to=\"failed\"/>"),
                ("<group id=\"answers\">", "<group id=\"answers\"><on error=\"*\" to=\"failed\"/>"),
            ]),
    ]

    /// What can be found by those who know events, data, guards and limits.
    static let ofMeaning: [SeededDefect] = [
        SeededDefect(
            "D13", "a guard that is no condition", "guard-syntax",
            [("when=\"has-printer\"", "when=\"has-printer ⟦has-paper⟧\"")]),
        SeededDefect(
            "D14", "a guard over a value that nothing declares", "unknown-value",
            [("when=\"has-printer\"", "when=\"has-printer and present ⟦paper⟧\"")]),
        SeededDefect(
            "D15", "a value that is declared and sent before it is set", "missing-value",
            [
                ("<value name=\"session\"", "<value name=\"memo\"/>\n    <value name=\"session\""),
                (
                    "<handle handler=\"proof.make\"/>",
                    "<handle handler=\"proof.make\"/><set name=\"memo\" from=\"proof\"/>"
                ),
                ("from=\"key\"/>", "from=\"⟦memo⟧\"/>"),
            ]),
        SeededDefect(
            "D18b", "attempts that every attempt sets back", "unreached-limit",
            [
                ("retry=\"here\" attempts=\"4\"", "to=\"TEXT_CODE\" attempts=\"⟦4⟧\" counter=\"tries\""),
                (
                    "<ask name=\"code\" type=\"digits\"/>",
                    "<reset counter=\"tries\"/><ask name=\"code\" type=\"digits\"/>"
                ),
                ("<value name=\"session\"", "<counter name=\"tries\"/><value name=\"session\""),
            ]),
        SeededDefect(
            "D20", "an event that nobody sends", "unknown-event",
            [("<on event=\"resend\"", "<on event=\"⟦resent⟧\"")]),
    ]

    static let all = ofForm + ofShape + ofMeaning

    /// The mistakes of the file with six of them: those that a grammar with keys finds.
    static let six = all.filter { ["D02", "D03", "D04", "D05", "D06", "D17"].contains($0.id) }

    /// A third way at the first step, to a node.
    private static func third(_ node: String, _ target: String) -> [(String, String)] {
        [
            ("of=\"CODE PROOF\"/>", "of=\"CODE PROOF LOST\"/>\n    <on select=\"LOST\" to=\"\(target)\"/>"),
            ("  <call id=\"login\"", "  \(node)\n  <call id=\"login\""),
        ]
    }
}
