import FlowSyntax
import TestSupport
import Testing

/// What holds for the layout of every document.
struct FormatRandomTests {
    @Test(arguments: DocumentKind.allCases)
    func randomDocumentsKeepTheirTokens(kind: DocumentKind) async throws {
        var changed = 0
        for seed in UInt64(0)..<2500 {
            try await giveWay()
            var random = RandomDocument(kind: kind, seed: seed, faults: Double(seed % 5) / 50)
            var noise = FormatNoise(seed: seed)
            let text = noise.add(to: random.make())
            guard let once = formatted(text) else {
                #expect(Parsed(text).document == nil, "seed \(seed)")
                continue
            }
            let twice = formatted(once)
            #expect(twice == once, "seed \(seed)")
            #expect(
                FormatTokens(once) == FormatTokens(text.replacing("\r\n", with: "\n")), "seed \(seed)")
            try checkLayout(of: once, "seed \(seed)")
            if once != text { changed += 1 }
            if twice != once { return }
        }
        #expect(changed > 1200, "too few documents were read: the test shows little")
    }

    private func checkLayout(of text: String, _ seed: String) throws {
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"), "\(seed)")
        #expect(text.hasSuffix(">\n") && !text.hasSuffix("\n\n"), "\(seed)")
        #expect(!text.utf8.contains(0x0D) && !text.contains("\u{FEFF}"), "\(seed)")
    }

    /// Lists and guards of every length, in tags of every length, at every depth.
    @Test func noLineIsLongerThanItMustBe() async throws {
        var random = Seeded(7)
        for round in 0..<600 {
            try await giveWay()
            let words = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                String(repeating: "é", count: Int.random(in: 1...30, using: &random))
            }
            let guarded = words.map { ["(\($0))", "'\($0) a'", $0].randomElement(using: &random) ?? "" }
                .joined(separator: [" and ", " or ", " "].randomElement(using: &random) ?? "")
            let tags = [
                "<on event=\"\(words.joined(separator: " "))\" to=\"a\"/>", "<go to=\"a\" when=\"\(guarded)\"/>",
                "<on when=\"\(guarded)\" select=\"\(words.joined(separator: "  "))\" then=\"x\" retry=\"here\"/>",
            ]
            var text = tags.randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 1..<30, using: &random) { text = "<group>\(text)</group>" }
            text = "<flow name=\"a\">\(text)</flow>"
            let once = try #require(formatted(text))
            for line in once.split(separator: "\n") {
                #expect(line.count <= Formatter.lineLength, "round \(round): \(line)")
            }
            #expect(formatted(once) == once, "round \(round)")
            #expect(FormatTokens(once) == FormatTokens(text), "round \(round)")
        }
    }

    @Test func everyTruncationIsRefused() throws {
        let text = Array("<flow name='a'>\r\n <!-- b -->\r <doc>c <![CDATA[d]]></doc><?e f?></flow>".utf8)
        #expect(formatted(text) != nil)
        for end in 0..<text.count { #expect(formatted(Array(text[..<end])) == nil, "\(end) bytes") }
    }

    @Test(arguments: [
        "<on event=\"a b\tc\" when=\"x is 'y'\" to=\"z\"><set name=\"a\"\nvalue=\"b\"/><!-- c --></on>",
        "<!--a--><!--\nb--> <a/><b/>",
    ])
    func aLargeFileTakesLittleTime(element: String) throws {
        let make = { "<flow name=\"a\">" + String(repeating: element, count: $0) + "</flow>" }
        let growth = try Cost.growth(to: 8_000, of: make) { text in
            let once = try #require(formatted(text))
            #expect(formatted(once) == once)
        }
        #expect(growth < Cost.maxGrowth)
    }

    @Test func aLargeTextTakesLittleTime() {
        let make = { String(repeating: "a <b/>\n", count: $0) }
        let growth = Cost.growth(to: 20_000, of: make) { lines in
            #expect(formatted("<flow name=\"a\"><doc>" + lines + "</doc></flow>")?.contains(lines) ?? false)
        }
        #expect(growth < Cost.maxGrowth)
    }
}
