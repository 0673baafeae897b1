import FlowCompiler
import Testing

/// The `doc`s of a flow as doc comments.
@Suite("Doc comments of generated Swift") struct DocTests {
    private static let base = """
        <flow name="base" abstract="true" start="first">
          <command name="skip"><doc>Skips the question.</doc></command>
          <step id="first" present="QUESTION">
            <doc>Asks a question.</doc>
            <on event="submit" to="second"/>
            <on event="skip" to="third"/>
          </step>
          <step id="second" present="QUESTION">
            <doc>Asks
              again.</doc>
            <on event="submit" to="third"/>
          </step>
          <step id="third" present="LAST">
            <doc>The base's last step.</doc>
            <on event="submit" to="done"/>
          </step>
          <on event="cancel" to="done"/>
          <end id="done"><doc>The user is done.</doc></end>
        </flow>
        """
    private static let style = """
        <flow name="case" extends="base.flow.xml">
          <step id="second" inherit="extend"/>
          <step id="third" inherit="replace" present="LAST"><on event="submit" to="done"/></step>
        </flow>
        """

    private let flow = InlineFlow(Self.style, others: ["base.flow.xml": Self.base])

    @Test("a step has the different docs of its nodes, inherited ones too; a replaced node has none")
    func steps() throws {
        let interface = try flow.interface
        #expect(interface.steps.map(\.name) == ["QUESTION", "LAST"])
        #expect(interface.steps.map(\.doc) == ["Asks a question.\n\nAsks again.", ""])
        #expect(interface.outcomes.map(\.doc) == ["The user is done."])
        let commands = interface.steps[0].commands.map { "\($0.name): \($0.doc)" }
        #expect(commands == ["skip: Skips the question.", "cancel: "])
    }

    @Test("the doc of a node whose identifier has a character reference") func characterReference() throws {
        let base = Self.base.replacing("<step id=\"first\"", with: "<step id=\"fir&#115;t\"")
        let written = try InlineFlow(Self.style, others: ["base.flow.xml": base]).interface
        #expect(try written.steps.map(\.doc) == flow.interface.steps.map(\.doc))
    }

    @Test("the docs are the comments of the types and functions") func comments() throws {
        let text = try flow.swift
        #expect(text.contains("    /// Asks a question.\n    ///\n    /// Asks again.\n    struct Question:"))
        #expect(text.contains("    /// The step `LAST`.\n    struct Last:"))
        #expect(text.contains("        /// The user is done.\n        struct Done:"))
        #expect(text.contains("        /// Skips the question.\n"))
        #expect(text.contains("        /// Sends the command `cancel`.\n"))
    }

    @Test(
        "a line end in a default or in the command does not end the comment",
        arguments: ["\n", "\r", "\r\n", "\u{2028}", "\u{85}"])
    func lineEnds(_ end: String) throws {
        let written = end.unicodeScalars.map { "&#\($0.value);" }.joined()
        let flow = InlineFlow(
            """
            <flow name="case" start="done"><data><input name="hint" default="one\(written)two"/></data>
            <end id="done"><show name="hint" from="hint"/></end></flow>
            """)
        let options = SwiftOptions(command: "flowc generate swift a\(end)b.flow.xml", version: "0.0.0")
        let text = SwiftWriter.file(try flow.interface, table: [], options: options)
        #expect(text.contains("\n        /// The input `hint`; by default `one\n        /// two`.\n"))
        #expect(text.contains("\n//     flowc generate swift a b.flow.xml\n"))
    }
}
