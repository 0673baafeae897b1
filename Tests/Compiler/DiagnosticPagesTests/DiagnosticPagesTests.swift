import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// The pages of the findings: each has one, and what they show is what happens. `RECORD=1` writes the outputs anew.
@Suite struct DiagnosticPagesTests {
    private static let codes = DiagnosticCode.allCodes

    @Test func everyCodeHasAPage() {
        let missing = Set(Self.codes.map(\.rawValue)).subtracting(DiagnosticPage.codesInFolder)
        #expect(missing.sorted() == [], "add Docs/Reference/Findings/CODE.md")
    }

    @Test func everyPageHasACodeAndIsEmbedded() {
        let pages = DiagnosticPage.codesInFolder
        #expect(pages.filter { page in !Self.codes.contains { $0.rawValue == page } } == [])
        #expect(EmbeddedFiles.pages.paths == pages, "run .ci/generate")
    }

    @Test(arguments: DiagnosticPage.codesInFolder)
    func theEmbeddedPageIsThatOfTheFolder(_ code: String) throws {
        let text = try PackageFiles.text("\(DiagnosticPage.folder)/\(code).md")
        let isSame = EmbeddedFiles.pages[code] == text
        #expect(isSame, "build again")
    }

    @Test(arguments: DiagnosticPage.codesInFolder)
    func aPageSaysTheRuleAndWhy(_ name: String) throws {
        let page = try DiagnosticPage(code: name)
        let code = try #require(Self.codes.first { $0.rawValue == name })
        #expect(page.title == name)
        #expect(page.summary == code.summary)
        #expect((1...8).contains(page.why.count))
        #expect(page.lines.allSatisfy { $0.count <= 160 || $0.hasPrefix("<!--") }, "a line is too long")
    }

    @Test(arguments: DiagnosticPage.codesInFolder)
    func theBadExampleShowsItsFindingAndNothingElse(_ code: String) throws {
        let page = try DiagnosticPage(code: code)
        if let excuse = page.excuse { return try check(excuse, code) }
        try #require(!page.bad.files.isEmpty && page.bad.output != nil)
        let compilation = try compile(page.bad)
        #expect(Set(compilation.diagnostics.map(\.code.rawValue)) == [code])
        let output = TerminalRenderer().render(compilation.diagnostics, in: compilation.sources)
        let shown = output.hasSuffix("\n") ? String(output.dropLast()) : output
        if Environment.isRecording { return try PackageFiles.write(page.recording(shown), to: page.path) }
        #expect(shown == page.output)
    }

    @Test(arguments: DiagnosticPage.codesInFolder)
    func theGoodExampleIsFreeOfFindings(_ code: String) throws {
        let page = try DiagnosticPage(code: code)
        guard page.excuse == nil else { return }
        try #require(!page.good.files.isEmpty)
        #expect(
            page.good.files.map(\.path) == page.bad.files.map(\.path) || page.good.files.count > page.bad.files.count)
        let compilation = try compile(page.good)
        let output = TerminalRenderer().render(compilation.diagnostics, in: compilation.sources)
        #expect(compilation.diagnostics.isEmpty, "\(output)")
    }

    /// What cannot stand on a page is tested elsewhere.
    private func check(_ excuse: String, _ code: String) throws {
        guard let path = excuse.split(separator: " ").last, excuse.contains("; tested in ") else {
            #expect(excuse == "nothing reports it today")
            return
        }
        var words = code.split(separator: "-").map(String.init)
        for index in words.indices.dropFirst() {
            words[index] = words[index].prefix(1).uppercased() + words[index].dropFirst()
        }
        let text = try PackageFiles.text(String(path))
        #expect(
            text.contains(code) || text.contains(words.joined()) || path.contains(code), "\(path) tests no '\(code)'")
    }

    private func compile(_ example: DiagnosticPage.Example) throws -> Compilation {
        let shared = "harbour.service.xml"
        var files = [shared: try PackageFiles.text("\(DiagnosticPage.folder)/\(shared)")]
        for file in example.files { files[file.path] = file.text }
        let root = try #require(example.files.first).path
        return FlowCompiler.compileScenarios(path: root, loader: MemoryLoader(texts: files)).compilation
    }
}
