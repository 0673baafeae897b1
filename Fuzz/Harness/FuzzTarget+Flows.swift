import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowSealing
import FlowSyntax
import FlowTable
import TestSupport

// Flows as text and as tables.
extension FuzzTarget {
    static func table(_ bytes: [UInt8]) {
        guard let table = try? TransitionTable(verifying: bytes) else { return }
        var random = Seeded(UInt64(table.checksum))
        RandomWalk.walk(table, events: 40, &random)
        if TableIdentity(of: table).bytes.count != TableIdentity.byteCount { fail("a table without an identity") }
    }

    static func xml(_ bytes: [UInt8]) {
        let loader = MemoryLoader(files: KeptFiles.services).replacing("input.flow.xml", with: bytes)
            .replacing("case.flow.xml", with: KeptFiles.flow)
        // Every fifth meets small bounds.
        let options = CompilerOptions(limits: bytes.count % 5 == 1 ? small : ParseLimits())
        let compilation = FlowCompiler.compileScenarios(
            path: "input.flow.xml", loader: loader, options: options
        ).compilation
        if let written = try? compilation.table(), (try? TransitionTable(verifying: written)) == nil {
            fail("the verifier refuses what the compiler wrote")
        }
        format(bytes)
    }

    private static let small = ParseLimits(fileSize: 2000, depth: 6, attributes: 4, valueLength: 60)

    /// The layout of a layout is the same.
    private static func format(_ bytes: [UInt8]) {
        guard let layout = formatted(bytes) else { return }
        if formatted(layout) != layout { fail("a layout is laid out otherwise") }
    }

    private static func formatted(_ bytes: [UInt8]) -> [UInt8]? {
        var bag = DiagnosticBag()
        return Formatter.format(file: SourceFile(path: "input.flow.xml", bytes: bytes), id: FileID(0), bag: &bag)
    }
}
