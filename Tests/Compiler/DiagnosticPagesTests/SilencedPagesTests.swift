import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// Every finding that can be silenced stands in a start tag, and the flow can be run without it.
@Suite struct SilencedPagesTests {
    private static let codes = DiagnosticCode.allCodes.filter { $0.canBeSuppressed }.map(\.rawValue)
        .filter { code in code != "unused-suppression" && (try? DiagnosticPage(code: code).excuse) == .some(nil) }

    @Test func thereAreSome() {
        #expect(Self.codes.contains("dead-branch"))
        #expect(Self.codes.count >= 5)
    }

    @Test(arguments: codes)
    func theBadExampleCanBeSilenced(_ code: String) throws {
        var files = try DiagnosticPage(code: code).bad.files
        files.append(("harbour.service.xml", try PackageFiles.text("\(DiagnosticPage.folder)/harbour.service.xml")))
        let found = compile(files)
        for diagnostic in found.diagnostics.reversed() {
            let document = try #require(found.graph.document(of: diagnostic.range.file))
            let tags = document.tree.allElements.map { document.tree.tagRange(of: $0) }
            let range = diagnostic.range
            let tag = try #require(tags.first { $0.start <= range.start && range.end <= $0.end })
            let index = try #require(files.firstIndex { $0.path == document.file.path })
            var text = Array(files[index].text.utf8)
            let instruction = "<?flowc allow=\"\(code)\" because=\"it is meant\"?>"
            text.insert(contentsOf: Array(instruction.utf8), at: Int(tag.start))
            files[index].text = String(decoding: text, as: UTF8.self)
        }
        let suppressed = compile(files)
        #expect(suppressed.diagnostics.map(\.message) == [])
        #expect(suppressed.suppressed.map(\.diagnostic.message) == found.diagnostics.map(\.message))
        #expect(try suppressed.table() != nil)
    }

    private func compile(_ files: [(path: String, text: String)]) -> Compilation {
        FlowCompiler.compileScenarios(path: files.first?.path ?? "", loader: MemoryLoader(files)).compilation
    }
}
