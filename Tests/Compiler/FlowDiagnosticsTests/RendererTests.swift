import FlowDiagnostics
import Testing

struct RendererTests {
    private func sources(_ text: String, path: String = "a.xml") -> SourceSet {
        var sources = SourceSet()
        _ = sources.add(SourceFile(path: path, bytes: Array(text.utf8)))
        return sources
    }

    private func range(_ text: String, _ part: String) -> SourceRange {
        let (all, wanted) = (Array(text.utf8), Array(part.utf8))
        let start = all.indices.first { all[$0...].starts(with: wanted) } ?? 0
        return SourceRange(file: FileID(0), start..<start + wanted.count)
    }

    private func render(_ text: String, _ part: String) -> [String] {
        let diagnostic = Diagnostic(.sample, at: range(text, part), "no")
        let output = TerminalRenderer(explains: false).render(diagnostic, in: sources(text))
        return output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func aFindingLooksAsDocumented() {
        let text = String(repeating: "\n", count: 11) + "    <on outcome=\"ok\" to=\"chek\"/>\n"
        let diagnostic = Diagnostic(
            DiagnosticCode("unknown-target"), at: range(text, "chek"), "transition targets unknown state 'chek'",
            help: ["did you mean 'check' (line 6)?"])
        #expect(
            TerminalRenderer().render(diagnostic, in: sources(text, path: "flows/signin.flow.xml")) == """
                flows/signin.flow.xml:12:26: error: transition targets unknown state 'chek' [unknown-target]
                   |
                12 |     <on outcome="ok" to="chek"/>
                   |                          ^^^^
                   = help: did you mean 'check' (line 6)?
                   = note: run 'flowc explain unknown-target' for the rule

                """)
    }

    @Test func tabsAndWideTextKeepTheCaretsInLine() {
        #expect(render("\t<é a='bc'/>", "bc").dropFirst(2) == [" 1 | \t<é a='bc'/>", "   | \t      ^^", ""])
        #expect(render("日本x", "x").dropFirst(3).first == "   |     ^")
        #expect(render("e\u{301}x", "x").dropFirst(3).first == "   |  ^")
    }

    @Test func aRangeThatCutsACharacterMarksAllOfIt() {
        for (start, end) in [(1, 2), (2, 3), (3, 3), (1, 4)] {
            let place = SourceRange(file: FileID(0), start..<end)
            let output = TerminalRenderer().render(Diagnostic(.sample, at: place, "no"), in: sources("a“b"))
            #expect(output.contains("\n 1 | a“b\n   |  ^\n"))
        }
    }

    @Test func aRangeOverLinesIsUnderlinedOnItsFirst() {
        #expect(render("ab\ncd", "b\nc").dropFirst(2).prefix(2) == [" 1 | ab", "   |  ^"])
        #expect(render("ab\r\ncd", "b\r\nc").dropFirst(3).first == "   |  ^")
    }

    @Test func anEmptyRangeAndAnEmptyFileAreShown() {
        #expect(render("ab", "").dropFirst(3).first == "   | ^")
        #expect(render("", "").first == "a.xml:1:1: error: no [sample]")
        // A line of UTF-16 has no excerpt.
        #expect(render("<\u{0}f\u{0}\n", "f") == ["a.xml:1:3: error: no [sample]", ""])
    }

    @Test func longLinesAreCutAroundTheRange() {
        let text = String(repeating: "x", count: 5000) + "here" + String(repeating: "y", count: 5000)
        let lines = render(text, "here")
        #expect(lines[0] == "a.xml:1:5001: error: no [sample]")
        #expect(lines[2].count < 140)
        #expect(lines[2].contains("…xxxx") && lines[2].contains("xherey") && lines[2].hasSuffix("…"))
        #expect(lines[3].hasSuffix(" ^^^^"))
        #expect(lines[2].prefix { $0 != "h" }.count == lines[3].prefix { $0 != "^" }.count)
    }

    @Test func controlCharactersDoNotReachTheTerminal() {
        let diagnostic = Diagnostic(.sample, at: range("a\u{1B}[31mb", "b"), "m\u{1B}[2J", help: ["h\u{7}"])
        let output = TerminalRenderer().render(diagnostic, in: sources("a\u{1B}[31mb", path: "p\u{1B}"))
        #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func colourIsWrittenOnlyOnRequest() {
        let diagnostic = Diagnostic(.sample, at: range("ab", "b"), "no")
        #expect(!TerminalRenderer().render(diagnostic, in: sources("ab")).contains("\u{1B}"))
        let coloredText = TerminalRenderer(usesColors: true).render(diagnostic, in: sources("ab"))
        #expect(coloredText.contains("\u{1B}[1;31m^\u{1B}[0m"))
    }

    @Test func aNoteWithAPlaceShowsIt() {
        let text = "ab\ncd"
        let note = Diagnostic.Note("first here", at: range(text, "d"))
        let diagnostic = Diagnostic(.sample, at: range(text, "b"), "no", notes: [note, Diagnostic.Note("so")])
        let output = TerminalRenderer(explains: false).render(diagnostic, in: sources(text))
        #expect(output.hasSuffix("   = note: so\na.xml:2:2: note: first here\n   |\n 2 | cd\n   |  ^\n"))
    }

    @Test func jsonCarriesTheSameValues() {
        let text = "é\n<a b=\"c\"/>"
        let note = Diagnostic.Note("n", at: range(text, "a"))
        let diagnostic = Diagnostic(
            .sample, at: range(text, "b=\"c\""), "no \"b\"\u{1}\n", notes: [note], help: ["ü\\"])
        let output = JSONRenderer.render([diagnostic], in: sources(text))
        #expect(
            output == #"""
                [
                  {"path": "a.xml", "line": 2, "column": 4, "endLine": 2, "endColumn": 9, "offset": 6, "length": 5, "severity": "error", "code": "sample", "message": "no \"b\"\u0001\n", "notes": [{"message": "n", "path": "a.xml", "line": 2, "column": 2, "endLine": 2, "endColumn": 3, "offset": 4, "length": 1}], "help": ["ü\\"]}
                ]

                """#)
        #expect(JSONRenderer.render([], in: sources(text)) == "[]\n")
    }
}
