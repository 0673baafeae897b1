import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// What cannot be read is an error with a place, never a trap.
struct BrokenInputTests {
    @Test(arguments: [
        ("", "1:1 not-well-formed"),
        (" \n ", "1:1 not-well-formed"),
        ("\u{FEFF}", "1:1 not-well-formed"),
        ("hello", "1:1 not-well-formed"),
        ("<flow>\n  <a>\n", "3:1 not-well-formed"),
        ("<flow>\n  <a b='1'", "2:11 not-well-formed"),
        ("<flow>\n <a>\n </b>\n</flow>", "3:4 not-well-formed"),
        ("<flow>\n <a b='1' c='2' b='3'/>\n</flow>", "2:17 not-well-formed"),
        ("<flow>\n <a b=c/>\n</flow>", "2:7 not-well-formed"),
        ("<flow/>\n<flow/>", "2:1 not-well-formed"),
        ("<flow a='&nope;'/>", "1:10 not-well-formed"),
        ("<flow>\u{1}</flow>", "1:7 not-well-formed"),
        ("<flow>é\u{0}</flow>", "1:8 not-well-formed"),
        ("<!DOCTYPE flow>\n<flow/>", "1:1 doctype-not-allowed"),
        (
            "<?xml version='1.0'?>\n<!-- <a> -->\n  <!DOCTYPE flow [<!ENTITY a 'b'>]><flow>&a;</flow>",
            "3:3 doctype-not-allowed"
        ),
        ("<!DOCTYPE x SYSTEM 'file:///etc/hostname'><x/>", "1:1 doctype-not-allowed"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><flow/>", "1:31 unsupported-encoding"),
    ])
    func errorsHaveTheirPlace(text: String, expected: String) {
        #expect(Parsed(text).findings == [expected])
    }

    @Test(
        arguments: [
            ([0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E], "1:4 unsupported-encoding"),
            ([0x3C, 0x61, 0x3E, 0xC0, 0xAF, 0x3C, 0x2F, 0x61, 0x3E], "1:4 unsupported-encoding"),
            ([0x3C, 0x61, 0x3E, 0xED, 0xA0, 0x80, 0x3C, 0x2F, 0x61, 0x3E], "1:4 unsupported-encoding"),
            ([0xFF, 0xFE, 0x3C, 0x00, 0x61, 0x00], "1:1 unsupported-encoding"),
            ([0xFE, 0xFF, 0x00, 0x3C], "1:1 unsupported-encoding"),
            ([0x3C, 0xF0], "1:2 unsupported-encoding"),
            ([0x7F, 0x45, 0x4C, 0x46, 0x02, 0x00], "1:6 not-well-formed"),
        ] as [([UInt8], String)])
    func binaryIsRefused(bytes: [UInt8], expected: String) {
        #expect(Parsed(bytes).findings == [expected])
    }

    @Test func helpSaysHowToMendTheEncoding() {
        for bytes in [[0xFF, 0xFE, 0x3C, 0x00], [0x3C, 0xF0]] as [[UInt8]] {
            #expect(Parsed(bytes).diagnostics.map(\.help) == [["save the file as UTF-8"]])
        }
    }

    @Test func aMissingEndTagNamesTheOpenElement() {
        let parsed = Parsed("<flow>\n <step>\n </flow>")
        #expect(parsed.diagnostics.first?.message == "'</flow>' does not close the open element 'step'")
        #expect(parsed.diagnostics.first?.notes.compactMap(\.range).map(parsed.place) == ["2:3"])
    }

    @Test(
        "frequent mistakes have a message in plain words",
        arguments: [
            ("<flow a='&#27;'/>", "1:10 '&#27;' is not a character that XML allows"),
            ("<flow>&#10;&#xZ;</flow>", "1:12 '&#xZ;' is not a character that XML allows"),
            ("<flow><doc>a < b</doc></flow>", "1:14 the name of an element must follow '<'"),
            ("<flow name=a/>", "1:12 the value of an attribute must be in quotation marks"),
            ("<flow a='1'b='2'/>", "1:12 a space is missing here"),
            ("<flow when='a < 3'/>", "1:15 the value of an attribute cannot contain '<'"),
            ("<flow when='a\n < 3'/>", "2:2 the value of an attribute cannot contain '<'"),
            ("<flow a='b>\n</flow>", "1:9 the value of 'a' has no closing quotation mark"),
            ("<flow>\n<a>\n</a\n</flow>", "3:3 the tag '/a' has no '>'"),
            ("<flow a='1'\u{200B}/>", "1:12 U+200B (zero width space) is not white space of XML"),
        ])
    func plainMessages(text: String, expected: String) {
        let parsed = Parsed(text)
        #expect(parsed.diagnostics.map { "\(parsed.place($0.range)) \($0.message)" } == [expected])
    }

    @Test func aByteOrderMarkIsAccepted() throws {
        let parsed = Parsed("\u{FEFF}<flow\n name='a'><doc>b</doc></flow>")
        let tree = try #require(parsed.document?.tree)
        let name = try #require(tree.attribute(.name, of: tree.root))
        #expect(parsed.place(tree.tagRange(of: tree.root)) == "1:1")
        #expect(parsed.source(tree.valueRange(of: name)) == "a")
        #expect(tree.content(of: ElementID(1)) == "b")
    }

    @Test func everyTruncationAndEveryChangedByteIsSurvived() {
        let text = Array(
            "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><!-- é --><flow a='b &amp; c'><![CDATA[ x ]]>&#xe9;<d/></flow>"
                .utf8)
        for end in 0..<text.count { #expect(Parsed(Array(text[..<end])).diagnostics.count == 1) }
        var random = Seeded(1)
        for _ in 0..<3000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random) : text.randomElement(using: &random) ?? 0
            }
            let parsed = Parsed(bytes)
            #expect((parsed.document == nil) == (parsed.diagnostics.count == 1))
        }
    }

    @Test func boundsAreErrorsAtTheirPlace() {
        let limits = ParseLimits(fileSize: 400, depth: 3, attributes: 2, valueLength: 5)
        #expect(Parsed("<a><b><c/></b></a>", limits: limits).findings.isEmpty)
        #expect(Parsed("<a><b>\n<c><d/></c></b></a>", limits: limits).findings == ["2:5 nesting-too-deep"])
        #expect(Parsed("<a x='1' y='2'/>", limits: limits).findings.isEmpty)
        #expect(Parsed("<a>\n<b x='1' y='2' z='3'/></a>", limits: limits).findings == ["2:2 too-many-attributes"])
        #expect(Parsed("<a>\n<b x='123456'/></a>", limits: limits).findings == ["2:7 value-too-long"])
        #expect(Parsed("<a>\n 123456 </a>", limits: limits).findings == ["2:2 value-too-long"])
        #expect(Parsed(String(repeating: " ", count: 400) + "<a/>", limits: limits).findings == ["1:1 file-too-large"])
    }

    @Test(arguments: [
        ("", "<a>", "", 1_000_000, "1:194 nesting-too-deep"),
        ("<a ", " a#=''", "/>", 300_000, "1:2 too-many-attributes"),
        ("<a ", " xmlns:a#='u'", "/>", 300_000, "1:2 too-many-attributes"),
    ])
    func hostileInputCostsLittleTime(start: String, part: String, end: String, most: Int, expected: String) {
        let parts = part.split(separator: "#", omittingEmptySubsequences: false)
        let make = { count in start + (0..<count).map { parts.joined(separator: "\($0)") }.joined() + end }
        let growth = Cost.growth(to: most, of: make) { #expect(Parsed($0).findings == [expected]) }
        #expect(growth < Cost.maxGrowth)
    }
}
