import FlowCompiler
import FlowDiagnostics
import Testing

/// No bound of the proofs is silent: what they give up on is a `proof-limit`.
@Suite struct BoundsTests {
    /// Patterns of which each is easy, and which together need an automaton that is too large.
    @Test func testsThatAreTooHardTogether() {
        let lengths = [127, 113, 109]
        let choices = lengths.enumerated().map { number, length in
            #"<choice id="c\#(number)"><go to="c\#(number + 1)" when="v0 matches '(a{\#(length)})*'"/>"#
                + #"<otherwise to="same"/></choice>"#
        }
        let last = #"<choice id="c3"><go to="same" when="v0 is ''"/><otherwise to="other"/></choice>"#
        #expect(errors(values: 1, choices.joined() + last, first: "c0") == ["proof-limit"])
    }

    /// A step from which each part of the data has another way to an end.
    @Test func waysToAnEndThatAreTooMany() {
        let count = 14
        let hold = #"<step id="hold"><on event="submit" to="a0-0"/></step>"#
        let choices = Self.parity("a", count) { $0 == 0 ? "same" : "other" }
        #expect(errors(values: count, hold + choices, first: "hold", hasCancel: false) == ["proof-limit"])
    }

    /// An end that only a contradiction leads to: the same values are counted twice, and come out otherwise.
    @Test(arguments: [(4, ["reachable-violated"]), (13, ["proof-limit"])])
    func anEndThatMayNotBeReachable(_ count: Int, _ codes: [String]) {
        let choices =
            Self.parity("a", count) { "x\($0)0-0" } + Self.parity("x0", count) { $0 == 0 ? "same" : "other" }
            + Self.parity("x1", count) { $0 == 1 ? "same" : "other" }
        #expect(errors(values: count, choices + #"<reachable end="other"/>"#, first: "a0-0") == codes)
    }

    /// A step that only a contradiction leads to, and from which each part of the data has another way to an end.
    @Test func waysToAnEndFromAStepThatMayNotBeReachable() {
        let choices =
            Self.parity("a", 13) { "x\($0)0-0" } + Self.parity("x0", 13) { $0 == 0 ? "same" : "hold" }
            + Self.parity("x1", 13) { $0 == 1 ? "same" : "hold" }
        let hold = #"<step id="hold"><on event="submit" to="b0-0"/></step>"#
        let ways = Self.parity("b", 13) { $0 == 0 ? "same" : "other" }
        let messages = findings(values: 13, choices + hold + ways, first: "a0-0", hasCancel: false).map(\.message)
        #expect(messages.contains("the compiler could not prove that the user can always reach an end from 'hold'"))
    }

    /// A session that nothing uses up is known not to be, also where most is forgotten.
    @Test func sessionsAreNotForgotten() {
        let send =
            #"<call id="send" operation="Resume"><send name="Session" from="token"/><on event="success" to="same"/></call>"#
        let choices =
            Self.parity("a", 13) { "x\($0)0-0" } + Self.parity("x0", 13) { $0 == 0 ? "send" : "other" }
            + Self.parity("x1", 13) { $0 == 1 ? "send" : "other" }
        let rest = #"<on event="invalid" to="same"/><on error="*" to="same"/><reachable end="other"/>"#
        #expect(errors(values: 13, choices + send + rest, first: "a0-0") == ["proof-limit"])
    }

    /// Choices that find out whether an even number of values is there.
    private static func parity(_ prefix: String, _ count: Int, _ target: (Int) -> String) -> String {
        var result = ""
        for index in 0..<count {
            for parity in index == 0 ? [0] : [0, 1] {
                func next(_ odd: Int) -> String { index + 1 < count ? "\(prefix)\(index + 1)-\(odd)" : target(odd) }
                result +=
                    #"<choice id="\#(prefix)\#(index)-\#(parity)"><go to="\#(next(1 - parity))" when="present v\#(index)"/>"#
                    + #"<otherwise to="\#(next(parity))"/></choice>"#
            }
        }
        return result
    }

    private func errors(values: Int, _ nodes: String, first: String, hasCancel: Bool = true) -> [String] {
        findings(values: values, nodes, first: first, hasCancel: hasCancel).filter { $0.severity == .error }
            .map(\.code.rawValue)
    }

    private func findings(values: Int, _ nodes: String, first: String, hasCancel: Bool) -> [Diagnostic] {
        let data = (0..<values).map { #"<value name="v\#($0)"/>"# }
        let asks = (0..<values).map { #"<ask name="v\#($0)" required="false"/>"# }
        let text = """
            <flow name="f" service="s.service.xml" start="ask">
            <data>\(data.joined())<input name="token" type="session"/></data>
            <step id="ask">\(asks.joined())<on event="submit" to="\(first)"/></step>
            \(nodes)
            \(hasCancel ? #"<on event="cancel" to="same"/>"# : "")
            <end id="same"/><end id="other"/>
            </flow>
            """
        return FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", Self.service)]).diagnostics
    }

    private static let service = """
        <service name="s"><reply name="r" success="Tokens"><output name="Session" type="session"/></reply>
        <operation name="Resume" reply="r"><input name="Session" type="session"/></operation></service>
        """
}
