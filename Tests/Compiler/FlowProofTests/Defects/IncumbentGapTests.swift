import FlowCompiler
import FlowDiagnostics
import Testing

/// The ways in which the incumbent hangs, as mistakes in our flow: each is found, or can only be made by taking
/// away first what takes
/// everything that no node takes.
@Suite struct IncumbentGapTests {
    @Test(arguments: IncumbentGap.standing + IncumbentGap.mended)
    func isFoundByName(_ gap: IncumbentGap) throws {
        let compilation = try Self.files(gap.mistake + gap.nets).compiled()
        let isFound = compilation.diagnostics.contains { diagnostic in
            let sentences = [diagnostic.message] + diagnostic.notes.map(\.message)
            return diagnostic.code.rawValue == gap.code
                && sentences.contains { $0.utf8.containsPart(Array(gap.named.utf8)) }
        }
        #expect(isFound, "\(Found.all(compilation))")
    }

    @Test(arguments: (IncumbentGap.standing + IncumbentGap.mended).filter { !$0.nets.isEmpty })
    func doesNoHarmWhereTheFlowTakesWhatNoNodeTakes(_ gap: IncumbentGap) throws {
        #expect(try Self.files(gap.mistake).compiled().flow != nil)
    }

    private static func files(_ changes: [IncumbentGap.Change]) throws -> FlowFiles {
        var files = try FlowFiles.shipped("amplify")
        for change in changes { files = try files.edited([change.edit], in: change.path).files }
        return files
    }
}
