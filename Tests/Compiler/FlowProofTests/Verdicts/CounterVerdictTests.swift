import Testing

/// Counters are followed exactly, however many there are.
@Suite struct CounterVerdictTests {
    /// A step that is answered twice before a value is needed, which the second answer gives.
    private static func flow(_ count: Int, _ counted: Int, givenFrom first: Int, _ more: String = "") -> String {
        let names = (0..<count).map { "c\($0)" }
        let counts = names.map { #"<count counter="\#($0)"/>"# }.joined()
        let all = names.map { "\($0) below 2" }.joined(separator: " and ")
        return #"<data><counter name="\#(names.joined(separator: " "))"/><value name="v"/></data>"#
            + #"<step id="first"><on event="submit" when="c\#(counted) below 2" to="mid">"#
            + #"<set name="v" value="1" when="not (c\#(counted) below \#(first))"/>\#(counts)</on>"#
            + #"<on event="submit" when="not (c\#(counted) below 2)" to="send"/>"#
            + #"<on event="back" when="\#(all)" to="done"/><on event="back" when="not (\#(all))" to="failed"/></step>"#
            + #"<choice id="mid">\#(more)<otherwise to="first"/></choice>"#
            + #"<choice id="send"><handle handler="h"/><otherwise to="done"/></choice>"#
            + #"<handler name="h"><needs name="v"/></handler><on event="cancel" to="failed"/><on failure="*" to="failed"/>"#
            + #"<end id="done"/><end id="failed"/>"#
    }

    @Test(arguments: [1, 4, 5, 9, 16])
    func whatTheLastRoundGivesIsThere(_ count: Int) {
        for counted in [0, count - 1] {
            #expect(FlowVerdict(name: "", flow: Self.flow(count, counted, givenFrom: 1)).found == [])
        }
    }

    /// The fifth counter and the first lie alike in words of four.
    @Test(arguments: [(0, 4), (1, 5), (4, 0), (9, 1)])
    func aCounterIsSetBackByItself(_ counted: Int, _ other: Int) {
        let flow = Self.flow(10, counted, givenFrom: 1, #"<reset counter="c\#(other)"/>"#)
        #expect(!FlowVerdict(name: "", flow: flow).found.contains("missing-value h"))
    }

    @Test(arguments: [1, 5, 16])
    func whatNoRoundGivesIsMissing(_ count: Int) {
        let verdict = FlowVerdict(name: "", flow: Self.flow(count, count - 1, givenFrom: 2))
        #expect(verdict.found.contains("missing-value h"))
    }
}
