import FlowDiagnostics
import Testing

struct SourceFileTests {
    @Test(arguments: [
        ("", 0, 1, 1), ("abc", 99, 1, 4), ("abc", -1, 1, 1), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1),
        ("é😀x", 6, 1, 3), ("\n\n", 2, 3, 1), ("\u{FEFF}ab", 3, 1, 1), ("\u{FEFF}ab", 0, 1, 1), ("e\u{301}x", 3, 1, 3),
    ])
    func placesAreCountedInScalars(text: String, offset: Int, line: Int, column: Int) {
        let file = SourceFile(path: "t", bytes: Array(text.utf8))
        #expect(file.position(ofOffset: offset) == SourcePosition(line: line, column: column))
    }

    @Test func linesComeWithoutTheirEnds() {
        let file = SourceFile(path: "t", bytes: Array("a\r\n\nbc\rd".utf8))
        #expect((1...4).map { file.text(file.range(ofLine: $0)) } == ["a", "", "bc", "d"])
        #expect(file.text(file.range(ofLine: 99)) == "d")
    }
}
