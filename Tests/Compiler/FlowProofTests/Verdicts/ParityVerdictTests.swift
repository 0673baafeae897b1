import Testing

/// Where looks with merged situations do not settle a matter, all situations are gone through: nothing that can happen is lost then,
/// and nothing is told that cannot.
///
/// The parity of some facts is worked out twice. That the two agree depends on all facts at once, which no look tells apart.
@Suite struct ParityVerdictTests {
    private static let count = 6

    /// Works out whether an odd number of facts holds: `name1`, `name2` and so on are there if so far it does.
    private static func parity(_ name: String, then target: String) -> String {
        (0..<count).map { index in
            let (before, fact) = ("present \(name)\(index)", "f\(index)")
            let isOdd = index == 0 ? fact : "(\(before) and not \(fact)) or (not \(before) and \(fact))"
            let next = index + 1 < count ? "\(name)-\(index + 1)" : target
            return #"<choice id="\#(name)-\#(index)"><set name="\#(name)\#(index + 1)" value="1" when="\#(isOdd)"/>"#
                + #"<otherwise to="\#(next)"/></choice>"#
        }
        .joined()
    }

    /// A flow that sends the first parity where the second one is odd, and has some more nodes behind it.
    private static func flow(_ more: String, _ data: String = "") -> String {
        let values = (1...count).map { #"<value name="p\#($0)"/><value name="q\#($0)"/>"# }.joined()
        let facts = (0..<count).map { "f\($0)" }.joined(separator: " ")
        return #"<data>\#(values)<fact name="\#(facts) g"/>\#(data)</data>"#
            + #"<choice id="first"><otherwise to="p-0"/></choice>"#
            + parity("p", then: "rejoin") + parity("q", then: "both")
            // Two situations that differ in one fact, which are joined.
            + #"<choice id="rejoin"><go to="q-0" when="g"/><otherwise to="q-0"/></choice>"#
            + #"<choice id="both"><go to="send" when="present q\#(count)"/><otherwise to="done"/></choice>"#
            + #"<call id="send" operation="Login" variant="GUEST"><handle handler="h"/><on event="success" to="more"/></call>"#
            + #"<handler name="h"><needs name="p\#(count)"/></handler>"# + more
            + #"<on failure="*" to="failed"/>"# + FlowVerdict.ends
    }

    @Test func whatAgreesIsNotMissing() {
        let verdict = FlowVerdict(name: "", flow: Self.flow(#"<choice id="more"><otherwise to="done"/></choice>"#))
        #expect(verdict.found == [])
    }

    /// A value is missing for one combination of the facts, whichever it is, among those with an odd number.
    @Test(arguments: [1, 2, 4, 7, 8, 16, 32, 62], ["g", "not g"])
    func whatIsMissingOnceIsFound(_ combination: Int, _ more: String) {
        let tests = (0..<Self.count).map { combination >> $0 & 1 == 1 ? "f\($0)" : "not f\($0)" } + [more]
        let nodes =
            #"<choice id="more"><go to="bad" when="\#(tests.joined(separator: " and "))"/><otherwise to="done"/></choice>"#
            + #"<choice id="bad"><handle handler="k"/><otherwise to="done"/></choice>"#
            + #"<handler name="k"><needs name="never"/></handler>"#
        let verdict = FlowVerdict(name: "", flow: Self.flow(nodes, #"<input name="never"/>"#))
        #expect(verdict.found == ["missing-value k"])
    }

    /// A step that nothing leads out of once a value is there; whether it is there at first is not known.
    @Test func aStepThatIsStuckIsFound() {
        let more =
            #"<step id="more"><on event="submit" when="not present x" to="done"/><on event="cancel" refuse="no"/>"#
            + #"<on event="back" to="more"><set name="x" value="1"/></on></step>"#
        let verdict = FlowVerdict(name: "", flow: Self.flow(more, #"<input name="x"/>"#))
        #expect(verdict.found == ["stuck-step more"])
    }
}
