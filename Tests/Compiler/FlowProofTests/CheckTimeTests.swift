import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// The cost of checks.
@Suite struct CheckTimeTests {
    /// A flow that goes on by a guard with so many tests of one value.
    private static func flow(_ tests: Int) -> MemoryLoader {
        let guardText = Array(repeating: "present x", count: tests).joined(separator: " and ")
        return MemoryLoader(texts: [
            "f.flow.xml": """
            <flow name="f" service="s.service.xml" start="c">
              <data><input name="x" required="false"/></data>
              <choice id="c"><go to="a" when="\(guardText)"/><otherwise to="b"/></choice>
              <end id="a"/>
              <end id="b"/>
            </flow>
            """,
            "s.service.xml": #"<service name="s"/>"#,
        ])
    }

    @Test func guardsCostInProportionToTheirLength() {
        let growth = Cost.growth(to: 1000, of: Self.flow) { loader in
            #expect(FlowCompiler.compile(path: "f.flow.xml", loader: loader).flow != nil)
        }
        #expect(growth < Cost.maxGrowth)
    }

    /// A flow with so many parts that may be done in any order, each of which must be done before the end.
    private static func parts(_ count: Int) -> MemoryLoader {
        func each(_ text: (Int) -> String) -> String { (0..<count).map(text).joined() }
        let all = (0..<count).map { "d\($0)" }.joined(separator: " and ")
        return MemoryLoader(texts: [
            "f.flow.xml": """
            <flow name="f" service="s.service.xml" start="hub">
              \(each { #"<command name="c\#($0)"/>"# })
              <data>\(each { #"<value name="d\#($0)" type="flag"/>"# })</data>
              <step id="hub">
                \(each { #"<on event="c\#($0)" to="n\#($0)"/>"# })<on event="submit" when="\(all)" to="done"/>
              </step>
              \(each { #"<step id="n\#($0)"><on event="submit" to="hub"><set name="d\#($0)" value="true"/></on></step>"# })
              <on event="cancel" to="failed"/>
              <end id="done"/>
              <end id="failed"/>
              \(each { #"<never end="done" unless-before="n\#($0)"/>"# })
            </flow>
            """,
            "s.service.xml": #"<service name="s"/>"#,
        ])
    }

    @Test func assertionsAreProvenOneByOne() {
        func cost(_ count: Int) -> Duration {
            let loader = Self.parts(count)
            return Cost.of {
                let compilation = FlowCompiler.compile(path: "f.flow.xml", loader: loader)
                #expect(compilation.diagnostics.map(\.message) == [])
            }
        }
        // Each of twice as many is proven in a flow of twice the size, with guards of twice the length: not of 2^20 states.
        #expect(cost(40) < cost(20) * 24)
    }

    /// A step with so many words to select from, each of which leads elsewhere.
    private static func selects(_ count: Int) -> MemoryLoader {
        let words = (0..<count).map { "w\($0)" }
        return MemoryLoader(texts: [
            "f.flow.xml": """
            <flow name="f" service="s.service.xml" start="step">
              <data><value name="way" type="choice" of="\(words.joined(separator: " "))"/></data>
              <step id="step">
                <ask name="way"/>
                \(words.map { #"<on select="\#($0)" to="\#($0)"/>"# }.joined())
                <on event="cancel" to="done"/>
              </step>
              \(words.map { #"<step id="\#($0)"><on event="submit cancel" to="done"/></step>"# }.joined())
              <end id="done"/>
            </flow>
            """,
            "s.service.xml": #"<service name="s"/>"#,
        ])
    }

    /// A flow with so many transitions, ten at each step.
    private static func transitions(_ count: Int) -> MemoryLoader {
        let commands = (0..<9).map { "c\($0)" }
        let steps = count / 10
        let nodes = (0..<steps).map { step in
            let targets = (1...9).map { "n\((step * 7 + $0 * $0) % steps)" }
            let handled = zip(commands, targets).map { #"<on event="\#($0)" to="\#($1)"/>"# }.joined()
            return #"<step id="n\#(step)">\#(handled)<on event="submit" to="n\#((step + 1) % steps)"/></step>"#
        }
        return MemoryLoader(texts: [
            "f.flow.xml": """
            <flow name="f" service="s.service.xml" start="n0">
              \(commands.map { #"<command name="\#($0)"/>"# }.joined())
              \(nodes.joined())
              <on event="cancel" to="done"/>
              <end id="done"/>
            </flow>
            """,
            "s.service.xml": #"<service name="s"/>"#,
        ])
    }

    @Test("10,000 transitions cost in proportion to their number")
    func transitionsOfOneFlow() {
        let growth = Cost.growth(to: 10_000, of: Self.transitions) { loader in
            #expect(FlowCompiler.compile(path: "f.flow.xml", loader: loader).flow != nil)
        }
        #expect(growth < Cost.maxGrowth)
    }

    @Test("the selections of one step cost little up to their limit, and more are refused")
    func selectionsOfOneStep() {
        func cost(_ loader: MemoryLoader) -> Duration {
            Cost.of {
                #expect(FlowCompiler.compile(path: "f.flow.xml", loader: loader).diagnostics.map(\.message) == [])
            }
        }
        #expect(cost(Self.selects(120)) < cost(Self.transitions(10_000)) * 16)
        let codes = FlowCompiler.compile(path: "f.flow.xml", loader: Self.selects(129)).diagnostics.map(\.code.rawValue)
        #expect(codes == ["too-many-transitions"])
    }

    /// A flow in which more pigeons than there are holes find room, as often as that is asked.
    private static func pigeons(_ times: Int) -> MemoryLoader {
        let (pigeons, holes) = (0..<8, 0..<7)
        func fact(_ choice: Int, _ pigeon: Int, _ hole: Int) -> String { "c\(choice)p\(pigeon)x\(hole)" }
        let guards = (0..<times).map { choice in
            let housed = pigeons.map { pigeon in
                "(" + holes.map { fact(choice, pigeon, $0) }.joined(separator: " or ") + ")"
            }
            let alone = holes.flatMap { hole in
                pigeons.flatMap { one in
                    pigeons.filter { $0 > one }.map { "not (\(fact(choice, one, hole)) and \(fact(choice, $0, hole)))" }
                }
            }
            return (housed + alone).joined(separator: " and ")
        }
        let names = (0..<times).flatMap { choice in pigeons.flatMap { one in holes.map { fact(choice, one, $0) } } }
        let choices = guards.enumerated().map { choice, text in
            #"<choice id="c\#(choice)"><go to="a" when="\#(text)"/><otherwise to="\#(choice + 1 < times ? "c\(choice + 1)" : "b")"/></choice>"#
        }
        return MemoryLoader(texts: [
            "f.flow.xml": """
            <flow name="f" service="s.service.xml" start="c0">
              <data><fact name="\(names.joined(separator: " "))"/></data>
              \(choices.joined())
              <end id="a"/>
              <end id="b"/>
            </flow>
            """,
            "s.service.xml": #"<service name="s"/>"#,
        ])
    }

    @Test func hardQuestionsShareOneBudget() {
        func cost(_ times: Int) -> Duration {
            let loader = Self.pigeons(times)
            return Cost.of { #expect(FlowCompiler.compile(path: "f.flow.xml", loader: loader).flow == nil) }
        }
        let (few, many) = (cost(4), cost(32))
        #expect(many < few * 4)
    }
}
