/// A source line for a terminal, with carets under a range. Long lines are cut.
struct SourceExcerpt {
    /// The line number, from 1.
    let line: Int
    /// The text of the line; `…` stands for parts that were cut.
    let text: String
    /// The blanks and tabs that align the carets with the range.
    let padding: String
    /// The carets, at least one.
    let carets: String

    /// The maximum width of the text, in terminal columns.
    static let widest = 120
    /// The number of characters that a cut line keeps before the range.
    private static let lead = 40
    /// The number of characters of the range that a cut line keeps.
    private static let longestMark = 80
    /// The number of characters that a cut line keeps after the range, even if the text becomes too wide.
    private static let shortestTail = 8

    /// Creates an excerpt of the line on which a range starts.
    init(file: SourceFile, range: Range<Int>) {
        let start = min(max(range.lowerBound, 0), file.bytes.count)
        line = file.position(ofOffset: start).line
        let lineRange = file.range(ofLine: line)
        let markStart = min(max(start, lineRange.lowerBound), lineRange.upperBound)
        let markEnd = min(max(range.upperBound, markStart), lineRange.upperBound)
        // The line consists of the parts before, in and after the range.
        var before = Array(Self.printable(file.text(lineRange.lowerBound..<markStart)))
        var marked = Array(Self.printable(file.text(markStart..<markEnd)))
        var after = Array(Self.printable(file.text(markEnd..<lineRange.upperBound)))
        if Self.width(before) + Self.width(marked) + Self.width(after) > Self.widest {
            Self.cut(&before, &marked, &after)
        }
        text = String(before + marked + after)
        padding = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: Self.width($0)) }.joined()
        carets = String(repeating: "^", count: max(Self.width(marked), 1))
    }

    /// Shortens the parts of a long line before, in and after the range. `…` replaces the text that is cut.
    private static func cut(_ before: inout [Character], _ marked: inout [Character], _ after: inout [Character]) {
        if before.count > lead { before = ["…"] + before.suffix(lead) }
        if marked.count > longestMark { (marked, after) = (Array(marked.prefix(longestMark)), ["…"]) }
        let room = max(widest - before.count - marked.count, shortestTail)
        if after.count > room { after = after.prefix(room) + ["…"] }
    }

    /// Returns a text with U+FFFD instead of each scalar that controls a terminal, except tabs.
    static func printable(_ text: String) -> String { text.safeForTerminal(keeping: ["\t"]) }

    /// Returns the width of characters in terminal columns.
    private static func width(_ characters: [Character]) -> Int { characters.reduce(0) { $0 + width($1) } }

    /// Returns the width of a character in terminal columns: 2 for East Asian wide forms and emoji, otherwise 1.
    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        return wideScalars.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The ranges of scalars that occupy two terminal columns.
    private static let wideScalars: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul consonants
        0x2E80...0x303E, 0x3041...0xA4CF,  // radicals, kana, ideographs and Yi
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF, 0xFE30...0xFE6F,  // compatibility ideographs and forms
        0xFF00...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
        0x1F300...0x1F64F, 0x1F680...0x1FAFF,  // emoji
        0x20000...0x3FFFD,  // supplementary ideographs
    ]
}
