/// A flow of any size with everything that a proof must follow: values, facts and counters, guards over them, requests that need
/// values, sessions, errors, retries, values that are there only where a fact holds, and an assertion. It has no findings.
enum GuardedFlow {
    private static let values = 48
    private static let facts = 8

    /// The file. `count` is about the number of nodes.
    static func text(_ count: Int) -> [UInt8] {
        let rounds = max(1, count / 7)
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <flow name="guarded" service="guarded.service.xml" start="ask0">
              <data>
                <input name="client" constant="true" default="web"/>
                <fact name="\(list("fact", facts))"/>
                <value name="session" type="session"/>
            \(extras(rounds))
                <counter name="tries"/>

            """
        text += """
              </data>
              <command name="skip"/>
              <receive name="Session" into="session"/>
              <on event="cancel" to="cancelled"/>
              <on event="invalid" to="failed"/>
              <on error="*" to="failed"/>

            """
        for index in 0..<rounds { text += round(index, of: rounds) }
        text += """
              <end id="done"><show name="last" from="value0"/></end>
              <end id="failed"/>
              <end id="cancelled"/>
              <never end="done" unless-before="call\(rounds - 1)"/>
            </flow>

            """
        return Array(text.utf8)
    }

    /// A step that asks, a choice by what is known, a call that needs it, and the answer to a challenge.
    private static func round(_ index: Int, of rounds: Int) -> String {
        let (value, other, fact) = (index % values, index * 7 % min(values, rounds), index % facts)
        let next = index + 1 == rounds ? "done" : "ask\(index + 1)"
        let far = "ask\(index * 31 % rounds)"
        return """
              <step id="ask\(index)">
                <ask name="value\(value)"/>
                <on event="submit" to="choose\(index)"/>
                <on event="skip" when="present value\(other) and present value\(value)" to="choose\(index)"/>
                <on event="skip" when="not (present value\(other) and present value\(value))" refuse="not-yet"/>
                <on event="back" to="\(far)"/>
              </step>
              <choice id="choose\(index)">
                <go to="note\(index)" when="fact\(fact) and value\(value) is 'now'"><reset counter="tries"/></go>
                <go to="\(far)" when="present value\(other) and value\(other) contains 'again'"><clear name="value\(other)"/></go>
                <otherwise to="note\(index)"/>
              </choice>
              <choice id="note\(index)">
                <go to="call\(index)" when="fact\(fact)"><set name="extra\(fact)" from="value\(value)"/></go>
                <otherwise to="call\(index)"/>
              </choice>
              <call id="call\(index)" operation="Move">
                <send name="Client" from="client"/>
                <send name="Value" from="value\(value)"/>
                <send name="Other" from="value\(other)" when="fact\(fact)"/>
                <on error="Busy" when="tries below 3" retry="send"><count counter="tries"/></on>
                <on challenge="PROVE" to="prove\(index)"/>
                <on event="success" to="more\(index)"/>
              </call>
              <step id="prove\(index)">
                <ask name="code" type="digits"/>
                <answer challenge="PROVE">
                  <send name="Session" from="session"/>
                  <send name="Code" from="code"/>
                  <on error="Wrong" retry="here" attempts="4" then="failed"/>
                  <on event="success" to="more\(index)"/>
                  <on challenge="PROVE" to="failed"/>
                </answer>
              </step>
              <choice id="more\(index)">
                <go to="settle\(index)" when="fact\(fact)"/>
                <otherwise to="\(next)"/>
              </choice>
              <call id="settle\(index)" operation="Settle">
                <send name="Extra" from="extra\(fact)"/>
                <on event="success" to="\(next)"/>
              </call>

            """
    }

    private static func extras(_ rounds: Int) -> String {
        (0..<min(facts, rounds)).map { "    <value name=\"extra\($0)\"/>" }.joined(separator: "\n")
    }

    private static func list(_ name: String, _ count: Int) -> String {
        (0..<count).map { "\(name)\($0)" }.joined(separator: " ")
    }
}
