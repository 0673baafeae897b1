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

    @Test("the docs are the comments of the types and functions") func comments() throws {
        let text = try flow.swift
        #expect(text.contains("    /// Asks a question.\n    ///\n    /// Asks again.\n    struct Question:"))
        #expect(text.contains("    /// The step `LAST`.\n    struct Last:"))
        #expect(text.contains("        /// The user is done.\n        struct Done:"))
        #expect(text.contains("        /// Skips the question.\n"))
        #expect(text.contains("        /// Sends the command `cancel`.\n"))
    }
}
