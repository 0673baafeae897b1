import FlowIR
import TestSupport
import Testing

/// Patterns: refused with a place where they cannot be read, else exactly what a backtracking matcher finds.
struct PatternTests {
    @Test(
        "A fault has its place",
        arguments: [
            ("a(b", 1, "not closed"), ("a)b", 1, "no matching '('"), ("é[", 2, "not closed"), ("[]", 0, "member"),
            ("*a", 0, "must follow"), ("a**", 2, "cannot be repeated"), ("a{3,2}", 1, "empty range"),
            ("a{x}", 2, "number"), ("a{2", 3, "{n,m}"), ("a{256}", 2, "255"), ("a{99999999999999999999}", 2, "255"),
            ("[b-a]", 3, "before its start"), ("a\\", 1, "ends the pattern"), ("a\\q", 1, "'\\q'"),
            ("(a)\\1", 3, "back-reference"), ("(?:a)", 1, "'?'"), ("^a", 0, "not needed"), ("a$", 1, "not needed"),
            ("a]", 1, "no matching '['"), ("[a-\\d]", 3, "one character"),
            ("[^\\d\\D]", 0, "no character"), ("[[a]]", 1, "\\["), ("a?{2}", 2, "cannot be repeated"),
        ])
    func faults(source: String, offset: Int, part: String) throws {
        guard case .failure(let fault) = PatternCompiler.compile(source) else {
            Issue.record("'\(source)' is accepted")
            return
        }
        #expect(fault.offset == offset, "\(source): \(fault.message)")
        #expect(fault.message.contains(part), "\(source): \(fault.message)")
    }

    @Test(
        "What is too large is refused at about the cost of what fits",
        arguments: [
            "a{255}", ".{200}", "(a|b)*a(a|b){8}", "(a|b)*a(a|b){200}", "((((a{255}){255}){255}){255}){255}",
            "(((.*){255}){255}){255}",
            String(repeating: "(", count: 100) + String(repeating: ")", count: 100),
            String(repeating: "a", count: 5000),
        ])
    func tooLarge(source: String) {
        let greatest = Cost.of { _ = PatternCompiler.compile(Self.greatest) }
        let cost = Cost.of {
            if case .success = PatternCompiler.compile(source) { Issue.record("'\(source)' is accepted") }
        }
        #expect(cost < greatest * 20)
    }

    private static let greatest = "a{253}"

    @Test("The greatest that fits is accepted") func largest() throws {
        let pattern = try PatternCompiler.compile(Self.greatest).get()
        #expect(pattern.accepts.count == 255)
        #expect(pattern.matches(String(repeating: "a", count: 253).utf8))
        #expect(!pattern.matches(String(repeating: "a", count: 254).utf8))
    }

    @Test("Random patterns match what trying everything matches") func random() throws {
        var random = Seeded(11)
        var matched = 0
        for _ in 0..<600 {
            let oracle = RandomPattern.make(3, &random)
            guard case .success(let pattern) = PatternCompiler.compile(oracle.source) else { continue }
            for _ in 0..<60 {
                let text = Self.text(&random)
                let expected = oracle.matches(text)
                if expected { matched += 1 }
                #expect(pattern.matches(text.utf8) == expected, "\(oracle.source) on '\(text)'")
            }
        }
        #expect(matched > 1_000)
    }

    @Test("Escapes and classes") func escapes() throws {
        #expect(try matches("\\d+", "2048") && !matches("\\d+", "20x"))
        #expect(try matches("\\w\\s\\W\\S\\D", "_ -xy") && !matches("\\w", "é"))
        #expect(try matches("[\\d.-]+", "-1.5") && !matches("[\\d.-]+", "+1"))
        #expect(try matches("[^\\d\\n]", "😀") && !matches("[^\\d\\n]", "\n"))
        #expect(try matches("a|", "") && matches("a|", "a") && matches("", "") && !matches("", "a"))
        #expect(try matches("\\+\\d{1,3}( \\d+)*", "+34 600 123"))
        #expect(try matches(".*", "any\nthing é 😀"))
        #expect(try matches("\\r\\t\\n", "\r\t\n") && !matches("\\r", "\n") && !matches("\\t", " "))
    }

    @Test("Every ASCII character: whether it is of a word, and what stands for itself behind a '\\\\'") func ascii()
        throws
    {
        for value in UInt8(0)..<128 {
            let character = Character(Unicode.Scalar(value))
            let isOfWord = character.isLetter || character.isNumber || character == "_"
            #expect(try matches("\\w", String(character)) == isOfWord, "\(value)")
            guard !isOfWord else { continue }
            let isPrinted = value > 0x20 && value < 0x7F
            let pattern = PatternCompiler.compile("\\" + String(character))
            #expect((try? pattern.get().matches([value])) ?? false == isPrinted, "\(value)")
        }
    }

    @Test("Classes of scalars of all lengths, however their bytes lie") func ranges() throws {
        var random = Seeded(17)
        func scalar() -> Unicode.Scalar {
            let most = [0x7F, 0x7FF, 0xD7FF, 0x10FFFF][random.below(4)]
            return Unicode.Scalar(UInt32(random.below(most - 0x30) + 0x31)) ?? "\u{FFFD}"
        }
        for _ in 0..<100 {
            let bounds = [scalar(), scalar()].sorted()
            guard bounds.allSatisfy({ !"[]-^\\".unicodeScalars.contains($0) }) else { continue }
            let pattern = try PatternCompiler.compile("[\(bounds[0])-\(bounds[1])]").get()
            for tried in bounds + (0..<40).map({ _ in scalar() }) {
                let isIn = (bounds[0]...bounds[1]).contains(tried)
                #expect(pattern.matches(String(tried).utf8) == isIn, "\(bounds) on \(tried.value)")
            }
        }
        #expect(try matches("a\u{0}b", "a\u{0}b") && !matches("a\u{0}b", "x\u{0}b"))
    }

    @Test("Nothing but UTF-8 matches") func invalidBytes() throws {
        let pattern = try PatternCompiler.compile(".*").get()
        for bytes: [UInt8] in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xC3], [0xFF]] {
            #expect(!pattern.matches(bytes))
        }
        for bytes: [UInt8] in [
            [0x7F], [0xC2, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
        ] {
            #expect(pattern.matches(bytes))
        }
    }

    @Test("Equal languages give equal automata") func canonical() throws {
        for (left, right) in [("a|b", "[ab]"), ("(a*)*", "a*"), ("aa*", "a+"), ("(a|b)(a|b)", "[ab]{2}"), ("a{0}", "")]
        {
            var (left, right) = (try PatternCompiler.compile(left).get(), try PatternCompiler.compile(right).get())
            (left.source, right.source) = ("", "")
            #expect(left == right)
        }
    }

    @Test("Disjointness and emptiness") func disjoint() throws {
        func compile(_ source: String) throws -> Pattern { try PatternCompiler.compile(source).get() }
        #expect(try compile("\\d+").isDisjoint(with: compile("[a-z]+")))
        #expect(try !compile("\\d*").isDisjoint(with: compile("[a-z]*")))
        #expect(try compile("(aa)*a").isDisjoint(with: compile("(aa)*")))
        #expect(try !compile("(aa)*").isDisjoint(with: compile("(aaa)+")))
        #expect(try !compile("a").isEmpty)
        let nothing = Pattern(source: "", classes: Array(repeating: 0, count: 256), next: [0], accepts: [false])
        #expect(nothing.isEmpty)
    }

    private func matches(_ source: String, _ text: String) throws -> Bool {
        try PatternCompiler.compile(source).get().matches(text.utf8)
    }

    private static func text(_ random: inout Seeded) -> String {
        var text = String.UnicodeScalarView()
        let letters = RandomPattern.letters + ["d", "ê"]
        for _ in 0..<random.below(6) { text.append(letters[random.below(letters.count)]) }
        return String(text)
    }
}
