import Testing

/// More facts than fit into a word are followed as a few are.
@Suite struct WideVerdictTests {
    private static let count = 130

    /// A value is given where a fact holds, and needed where it does or does not; all other facts matter to the end.
    private static func flow(_ given: Int, needed: String) -> String {
        let names = (0..<count).map { "f\($0)" }
        return #"<data><fact name="\#(names.joined(separator: " "))"/><value name="v"/></data>"#
            + #"<choice id="first"><go to="next" when="f\#(given)"><set name="v" value="1"/></go><otherwise to="next"/></choice>"#
            + #"<choice id="next"><go to="send" when="\#(needed)"/><otherwise to="all"/></choice>"#
            + #"<choice id="send"><handle handler="h"/><otherwise to="all"/></choice>"#
            + #"<choice id="all"><go to="done" when="\#(names.joined(separator: " and "))"/><otherwise to="failed"/></choice>"#
            + #"<handler name="h"><needs name="v"/></handler><on failure="*" to="failed"/>"#
            + #"<end id="done"/><end id="failed"/>"#
    }

    @Test(arguments: [0, 62, 63, 64, 65, 127, 128, 129])
    func oneFactOfManyDecides(_ number: Int) {
        #expect(FlowVerdict(name: "", flow: Self.flow(number, needed: "f\(number)")).found == [])
        let wrong = FlowVerdict(name: "", flow: Self.flow(number, needed: "not f\(number)"))
        #expect(wrong.found == ["missing-value h"])
    }

    /// What the host can give leads on, whatever the number of the fact that says so.
    @Test func anAnswerLeadsOn() {
        let guards = (0..<Self.count).map { "x\($0 % 10) is 'v\($0)'" }.joined(separator: " or ")
        let inputs = (0..<10).map { #"<input name="x\#($0)"/>"# }.joined()
        let flow =
            #"<data>\#(inputs)</data><choice id="first"><go to="ask" when="\#(guards)"/><otherwise to="ask"/></choice>"#
            + #"<step id="ask"><ask name="y"/><on event="submit" when="y is 'a'" to="done"/><on event="cancel" refuse="no"/></step>"#
            + #"<end id="done"/>"#
        #expect(!FlowVerdict(name: "", flow: flow).found.contains("stuck-step ask"))
    }
}
