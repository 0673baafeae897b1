import Testing

/// What is passed to a sub-flow has the form that its input declares.
@Suite struct SubFlowVerdictTests {
    /// A flow that passes something to an input.
    private static func passing(_ data: String, _ pass: String, into input: String, _ findings: [String]) -> FlowVerdict
    {
        FlowVerdict(
            name: "\(data) \(pass) into \(input)",
            flow: #"<import file="sub.flow.xml"/><data>\#(data)</data>"#
                + #"<use id="first" flow="sub"><pass name="in" \#(pass)/><on outcome="*" to="done"/></use><end id="done"/>"#,
            sub: #"<data><input name="in" \#(input)/></data>"#
                + #"<choice id="inner"><go to="x" when="present in"/><otherwise to="y"/></choice><end id="x"/><end id="y"/>"#,
            findings: findings)
    }

    static let cases: [FlowVerdict] = [
        passing(#"<input name="v" pattern="[a-z]+"/>"#, #"from="v""#, into: #"pattern="[a-c]+""#, ["type-mismatch v"]),
        passing(#"<input name="v" pattern="[ab]+"/>"#, #"from="v""#, into: #"pattern="[a-c]+""#, []),
        passing("", #"value="a b""#, into: #"pattern="a b""#, []),
        passing("", #"value="a b""#, into: #"type="list" pattern="a|b""#, []),
    ]

    @Test(arguments: cases)
    func whatIsPassedFits(_ example: FlowVerdict) {
        #expect(example.found == example.findings)
    }
}
