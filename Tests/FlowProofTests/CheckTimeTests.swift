import FlowCompiler
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
        #expect(growth < Cost.mostGrowth)
    }
}
