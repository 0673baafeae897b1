import FlowDiagnostics
import FlowSyntax
import Testing

/// Places are exact, whatever stands between.
struct PositionTests {
    @Test func oddTextDoesNotMovePlaces() throws {
        let text = """
            <?xml version='1.0' encoding='UTF-8'?>
            <!-- é < > -->
            <flow id='a'\r
            \txmlns:x='u'
                  x:note='b &gt; &#x3c;'>
              <doc><![CDATA[ <zz a='b'> ]]></doc><step id='s1'
                     to = "fin'al"/>  é<step
             id='é2'  to='😀z'/>
            </flow>
            """
        let parsed = Parsed(text)
        let tree = try #require(parsed.document?.tree)
        #expect(tree.allElements.map { parsed.place(tree.tagRange(of: $0)) } == ["3:1", "6:3", "6:38", "7:28"])
        #expect(tree.allElements.map { tree.name(of: $0) } == [.flow, .doc, .step, .step])
        let attributes = tree.allElements.flatMap { tree.attributes(of: $0) }
        #expect(
            attributes.map { parsed.place(tree.nameRange(of: $0)) } == ["3:7", "5:7", "6:44", "7:10", "8:2", "8:11"])
        #expect(
            attributes.map { parsed.place(tree.valueRange(of: $0)) } == ["3:11", "5:15", "6:48", "7:16", "8:6", "8:15"])
        #expect(attributes.map { tree.text(of: $0) } == ["a", "b > <", "s1", "fin'al", "é2", "😀z"])
        #expect(attributes.map(\.name) == [.id, .unknown, .id, .to, .id, .to])
        #expect(tree.writtenName(of: attributes[1]) == "x:note")
        #expect(parsed.source(tree.range(of: ElementID(2))) == "<step id='s1'\n         to = \"fin'al\"/>")
        #expect(tree.content(of: ElementID(1)) == " <zz a='b'> ")
        #expect(tree.content(of: tree.root) == "é")
    }

    @Test func manyLinesDoNotMovePlaces() throws {
        let count = 120_000
        var text = "<flow>\n"
        for number in 0..<count { text += "  <step id='s\(number)' to='&amp;x'/>\n" }
        let parsed = Parsed(text + "</flow>")
        let tree = try #require(parsed.document?.tree)
        #expect(tree.elementCount == count + 1)
        var line = 2
        for child in tree.children(of: tree.root) {
            guard parsed.place(tree.tagRange(of: child)) == "\(line):3", tree.text(.to, of: child) == "&x",
                tree.text(.id, of: child) == "s\(line - 2)"
            else {
                Issue.record("wrong at line \(line)")
                return
            }
            line += 1
        }
    }

    @Test func decodedOffsetsGoBackToTheSource() throws {
        let parsed = Parsed("<flow a='x &lt;\ty&#233;\r\nz&#x1F600;end'/>")
        let tree = try #require(parsed.document?.tree)
        let attribute = try #require(tree.attributes(of: tree.root).first)
        let text = tree.text(of: attribute)
        #expect(text == "x < yé z😀end")
        for (part, source) in [
            ("x", "x"), ("<", "&lt;"), ("é", "&#233;"), ("é z", "&#233;\r\nz"), ("😀", "&#x1F600;"), ("end", "end"),
            ("< y", "&lt;\ty"), (text, "x &lt;\ty&#233;\r\nz&#x1F600;end"),
        ] {
            let range = try #require(text.range(of: part, in: text.utf8))
            #expect(parsed.source(tree.range(ofDecoded: range, in: attribute)) == source)
        }
        let size = text.utf8.count
        #expect(parsed.place(tree.range(ofDecoded: size..<size, in: attribute)) == "2:14")
        #expect(tree.range(ofDecoded: size + 5..<size + 9, in: attribute).isEmpty)
    }

    /// XML permits any number of zeros before a number.
    @Test(arguments: ["&#\(String(repeating: "0", count: 5_000))233;", "&#x000000000E9;", "&#000000233;", "&#xe9;"])
    func referencesCanBeLong(_ reference: String) throws {
        let parsed = Parsed("<flow a='x\(reference)&amp;#0000000000233;y'><doc>x\(reference)y</doc></flow>")
        let tree = try #require(parsed.document?.tree)
        let attribute = try #require(tree.attributes(of: tree.root).first)
        let text = tree.text(of: attribute)
        #expect(text == "xé&#0000000000233;y")
        let range = try #require(text.range(of: "é", in: text.utf8))
        #expect(parsed.source(tree.range(ofDecoded: range, in: attribute)) == reference)
        let doc = try #require(tree.children(of: tree.root, named: .doc).first)
        #expect(tree.content(of: doc) == "xéy")
    }

    @Test func wordsOfAListHaveTheirPlaces() throws {
        let parsed = Parsed("<remove node=' ab\n&#99;d  é '/>")
        let tree = try #require(parsed.document?.tree)
        let words = tree.tokens(of: try #require(tree.attribute(.node, of: tree.root)))
        #expect(words.map(\.text) == ["ab", "cd", "é"])
        #expect(words.map { parsed.place($0.range) } == ["1:16", "2:1", "2:9"])
        #expect(words.map { parsed.source($0.range) } == ["ab", "&#99;d", "é"])
    }

    @Test func textHasItsPlaceAcrossMarkup() throws {
        let parsed = Parsed("<doc>\n  <!-- < --> {\"a\":\r\n &quot;<![CDATA[b<]]>&quot;}<!-- x --> \n</doc>")
        let tree = try #require(parsed.document?.tree)
        let text = try #require(tree.content(of: tree.root))
        #expect(text == "{\"a\":\n \"b<\"}")
        let range = try #require(text.range(of: "b<", in: text.utf8))
        #expect(parsed.source(tree.range(ofDecoded: range, inContentOf: tree.root)) == "b<")
        #expect(parsed.place(try #require(tree.contentRange(of: tree.root))) == "2:14")
    }

    @Test func theTreeHasTheShapeOfTheDocument() throws {
        let tree = try #require(
            Parsed("<flow><group><step id='a'/><step id='b'/></group><end id='c'/></flow>").document?.tree)
        #expect(Array(tree.children(of: tree.root)).map { tree.name(of: $0) } == [.group, .end])
        #expect(tree.children(of: ElementID(1), named: .step) == [ElementID(2), ElementID(3)])
        #expect(tree.parent(of: ElementID(3)) == ElementID(1))
        #expect(tree.parent(of: tree.root) == nil)
        #expect(Array(tree.children(of: ElementID(99))).isEmpty)
        #expect(tree.attribute(.id, of: ElementID(99)) == nil)
    }
}

extension String {
    /// The UTF-8 offsets of a part.
    fileprivate func range(of part: String, in bytes: String.UTF8View) -> Range<Int>? {
        let (all, wanted) = (Array(bytes), Array(part.utf8))
        for start in 0...max(0, all.count - wanted.count) where all[start...].starts(with: wanted) {
            return start..<start + wanted.count
        }
        return nil
    }
}
