import FlowDiagnostics
import FlowSyntax
import Testing

/// What the layout looks like, case by case; every result is its own layout.
struct FormatTests {
    /// The layout of the content of a flow, without what stands around it.
    private func flow(_ content: String) throws -> String {
        let text = try #require(formatted("<flow name=\"a\">\n\(content)\n</flow>"))
        #expect(formatted(text) == text)
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<flow name=\"a\">\n"
        #expect(text.hasPrefix(start) && text.hasSuffix("\n</flow>\n"))
        return String(text.dropFirst(start.count).dropLast("\n</flow>\n".count))
    }

    @Test(arguments: [
        "", " \n", "<flow>", "<flow/><flow/>", "<!DOCTYPE flow><flow/>", "<flow a='&nope;'/>", "<flow a='1' a='2'/>",
    ])
    func whatIsNotWellFormedIsRefused(text: String) {
        var bag = DiagnosticBag()
        let file = SourceFile(path: "t.xml", bytes: Array(text.utf8))
        #expect(Formatter.format(file: file, id: FileID(0), bag: &bag) == nil)
        #expect(bag.diagnostics == Parsed(text).diagnostics)
    }

    @Test func theFileBeginsAndEndsInOneWay() {
        let text =
            "\u{FEFF}<?xml version='1.0' standalone='yes'?>\r\n\r\n<?xml-model href='a'?>  <!-- b -->\r<flow\r\n/> <!-- c -->\r\n<?d?>"
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <?xml-model href='a'?>
            <!-- b -->
            <flow/> <!-- c -->
            <?d?>

            """
        #expect(formatted(text) == expected)
        #expect(formatted(expected) == expected)
    }

    @Test(arguments: [
        ("<step  id='a'\n></step>", "  <step id=\"a\"/>"),
        ("<step id='a'> \n </step >", "  <step id=\"a\"/>"),
        ("<go to='a'><error type='x'/></go>", "  <go to=\"a\"><error type=\"x\"/></go>"),
        ("<go to='a'>\n<error type='x'/></go>", "  <go to=\"a\">\n    <error type=\"x\"/>\n  </go>"),
        ("<a/>\t<b/>\n<c/>", "  <a/><b/>\n  <c/>"),
        ("\n\n<a/>\n\n\n\n<b/>\n\n", "  <a/>\n\n  <b/>"),
        ("<a>\n\n<b/>\n\n</a>", "  <a>\n    <b/>\n  </a>"),
        ("<a/> <!-- b --> <c/>", "  <a/> <!-- b -->\n  <c/>"),
        ("<a><!-- b --><c/></a>", "  <a>\n    <!-- b -->\n    <c/>\n  </a>"),
        ("<a>  <!-- b -->\n<c/></a>", "  <a> <!-- b -->\n    <c/>\n  </a>"),
        ("<?flowc allow=\"x\"?>\n\n<a/>", "  <?flowc allow=\"x\"?>\n  <a/>"),
        ("<?flowc\tallow=\"x\"?>\n\n<a/>", "  <?flowc\tallow=\"x\"?>\n  <a/>"),
        ("<?flowc\nallow=\"x\"?>\n\n<a/>", "  <?flowc\nallow=\"x\"?>\n  <a/>"),
        ("<?flowcs allow=\"x\"?>\n\n<a/>", "  <?flowcs allow=\"x\"?>\n\n  <a/>"),
        ("<?flowc allow=\"x\"?><a/>", "  <?flowc allow=\"x\"?>\n  <a/>"),
        ("<p>a <b/>\n c</p>", "  <p>a <b/>\n c</p>"),
        ("<a>]]&gt;<![CDATA[ ]] > ]]></a>", "  <a>]]&gt;<![CDATA[ ]] > ]]></a>"),
    ])
    func elementsStandWhereTheirAuthorPutThem(text: String, expected: String) throws {
        #expect(try flow(text) == expected)
    }

    @Test(arguments: [
        ("<set name='a' value='\"&apos;'/>", "<set name=\"a\" value=\"&quot;'\"/>"),
        ("<set name='a' value='&#60;&gt;&#x26;'/>", "<set name=\"a\" value=\"&lt;>&amp;\"/>"),
        ("<set name='a' value='&#10;&#9;&#xA0;é&#233;'/>", "<set name=\"a\" value=\"&#10;&#9;&#xA0;é&#233;\"/>"),
        (
            "<set name='a' value='&#000000000065;&#x0000000000042;&#x00000000000E9;'/>",
            "<set name=\"a\" value=\"AB&#x00000000000E9;\"/>"
        ),
        ("<set name='a' value=' b  c\n'/>", "<set name=\"a\" value=\" b  c \"/>"),
        (
            "<set name='a' value='b' when=' x  is\n\t&apos;y  z&apos; '/>",
            "<set name=\"a\" value=\"b\" when=\"x is 'y  z'\"/>"
        ),
        ("<go to='a' when='x &lt;  \"b  c\"'/>", "<go to=\"a\" when=\"x &lt; &quot;b  c&quot;\"/>"),
        ("<go to='a' when=\"x is 'b  c\"/>", "<go to=\"a\" when=\"x is 'b  c\"/>"),
        ("<clear name=' a\n  b '/>", "<clear name=\"a b\"/>"),
        ("<clear name='  '/>", "<clear name=\"  \"/>"),
        ("<unknown name=' a  b '/>", "<unknown name=\" a  b \"/>"),
    ])
    func valuesAreWrittenInOneWay(text: String, expected: String) throws {
        #expect(try flow(text) == "  " + expected)
    }

    @Test func longTagsAreWrapped() throws {
        let long = String(repeating: "x", count: 120)
        let text = """
            <on challenge="MFA_SETUP" to="failed" when="not (CAN_SET_UP contains SOFTWARE_TOKEN_MFA or CAN_SET_UP contains EMAIL)"/>
            <class name="service" errors="Abcdefghijklmnopqrstuvwxyz Bcdefghijklmnopqrstuvwxyza Cdefghijklmnopqrstuvwxyzab Defghijklmn Efghij"/>
            <go to="failed" when="kind is password and (not present password or password is '') or kind is other and not present password and (first is PASSWORD or first is PASSWORD_SRP)"/>
            <clear name="\(long) \(long)"/>
            <set name="a" value="\(long)" when="b"/>
            """
        #expect(
            try flow(text) == """
                  <on challenge="MFA_SETUP" to="failed"
                      when="not (CAN_SET_UP contains SOFTWARE_TOKEN_MFA or CAN_SET_UP contains EMAIL)"/>
                  <class name="service" errors="Abcdefghijklmnopqrstuvwxyz Bcdefghijklmnopqrstuvwxyza
                      Cdefghijklmnopqrstuvwxyzab Defghijklmn Efghij"/>
                  <go to="failed" when="kind is password and (not present password or password is '')
                      or kind is other and not present password and (first is PASSWORD or first is PASSWORD_SRP)"/>
                  <clear
                      name="\(long)
                      \(long)"/>
                  <set name="a"
                      value="\(long)"
                      when="b"/>
                """)
    }

    @Test func whatDoesNotFitOnOneLineIsSpread() throws {
        let name = String(repeating: "n", count: 38)
        let go = "<go to=\"\(name)\"><error type=\"\(name)\"/>"
        #expect(try flow(go + "<clear name=\"b\"/></go>").split(separator: "\n").count == 4)
        #expect(try flow(go + "</go>") == "  \(go)</go>")
        let element = "<clear name=\"\(name)\"/>"
        #expect(try flow(element + element) == "  " + element + element)
        #expect(try flow("<a><b/>\n<c/></a>") == "  <a><b/><c/></a>")
        #expect(try flow("<a>\(element)\(element)\(element)</a>").split(separator: "\n").count == 5)
        #expect(try flow(element + element + element) == "  \(element)\n  \(element)\n  \(element)")
    }

    @Test func commentsKeepTheirTables() throws {
        let text = """
            <group>
                  <!--
                a    b
                  c  d

                e    f
                    -->
            <!-- g    h
                 i    j
            -->
            </group>
            """
        #expect(
            try flow(text) == """
                  <group>
                    <!--
                      a    b
                        c  d

                      e    f
                    -->
                    <!-- g    h
                         i    j
                    -->
                  </group>
                """)
        #expect(try flow("\t\t<!-- g\n\t\t     h -->") == "  <!-- g\n       h -->")
        #expect(try flow("<a/> <!-- g\n          h -->") == "  <a/> <!-- g\n            h -->")
    }

    @Test func textIsMovedButNotChanged() throws {
        let line = String(repeating: "word ", count: 22) + "end"
        #expect(try flow("<doc>  a  b </doc>") == "  <doc>  a  b </doc>")
        #expect(try flow("<doc>\(line)</doc>") == "  <doc>\n    \(line)\n  </doc>")
        #expect(try flow("<doc>a\n     b\n\n       c</doc>") == "  <doc>\n    a\n    b\n\n      c\n  </doc>")
        #expect(try flow("<doc>\n\n a\n</doc>") == "  <doc>\n    a\n  </doc>")
        #expect(try flow("<doc><![CDATA[a\n  b]]> c\n d</doc>") == "  <doc><![CDATA[a\n  b]]> c\n d</doc>")
        let json = "{\"a\": \"\(line)  \\\" x\"}"
        #expect(try flow("<start> \(json)</start>") == "  <start> \(json)</start>")
        #expect(
            try flow("<start>{\"a\":\n1,\n  \"b\": 2}\n</start>") == "  <start>{\"a\":\n    1,\n      \"b\": 2}</start>"
        )
        #expect(try flow("<start>\n{\n  }</start>") == "  <start>\n    {\n      }\n  </start>")
    }
}
