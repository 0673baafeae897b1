import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// The layout of a file has no meaning: a formatted flow compiles to the same bytes, with the same findings.
@Suite struct FormatBytesTests {
    /// The files with their layouts; what cannot be formatted stays.
    private func formatted(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
        var result = files
        for (path, bytes) in files {
            var bag = DiagnosticBag()
            let file = SourceFile(path: path, bytes: bytes)
            guard let layout = Formatter.format(file: file, id: FileID(0), bag: &bag) else { continue }
            result[path] = layout
            let again = Formatter.format(file: SourceFile(path: path, bytes: layout), id: FileID(0), bag: &bag)
            #expect(again == layout, "\(path)")
        }
        return result
    }

    /// Table and findings without places.
    private func outcome(_ path: String, _ files: [String: [UInt8]]) throws -> ([UInt8]?, [String]) {
        let result = FlowCompiler.compileScenarios(path: path, loader: MemoryLoader(files: files)).compilation
        return (try result.table(marks: true), result.diagnostics.map { "\($0.code): \($0.message)" }.sorted())
    }

    /// Every line much too long, or cut at every blank within a tag: layouts far from the one at hand.
    private func disturbed(_ bytes: [UInt8]) -> [UInt8] {
        var quote: UInt8?
        return bytes.map { byte in
            if byte == UInt8(ascii: "\"") { quote = quote == nil ? byte : nil }
            return byte == UInt8(ascii: " ") && quote == nil ? UInt8(ascii: "\t") : byte
        }
    }

    @Test func flowsKeepTheirTables() async throws {
        let files = try PackageFiles.xml(below: "flows")
        let after = formatted(files)
        var tables = 0
        for path in files.keys.sorted() {
            let (table, findings) = try outcome(path, files)
            let (newTable, newFindings) = try outcome(path, after)
            #expect(newTable == table, "\(path)")
            #expect(newFindings == findings, "\(path)")
            if table != nil { tables += 1 }
            try await giveWay()
        }
        #expect(tables >= Self.paths.count)
    }

    private static let paths = PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") }
        .map { "flows/\($0)" }

    @Test(arguments: paths)
    func disturbedFlowsKeepTheirTables(path: String) throws {
        let files = try PackageFiles.xml(below: "flows")
        let table = try #require(try outcome(path, files).0)
        #expect(try outcome(path, formatted(files.mapValues(disturbed))).0 == table)
    }

    @Test func goldenCasesKeepTheirFindings() async throws {
        let shared = try GoldenDiagnosticsTests.sharedFiles()
        for name in GoldenDiagnosticsTests.cases {
            let prefix = "\(GoldenDiagnosticsTests.folder)/\(name)/"
            var files = shared
            for (path, bytes) in try PackageFiles.xml(below: String(prefix.dropLast())) {
                files[String(path.dropFirst(prefix.count))] = bytes
            }
            let root = try #require(files.keys.sorted().first { $0.hasPrefix("input.") })
            let before = try outcome(root, files)
            let after = try outcome(root, formatted(files))
            #expect(after.0 == before.0, "\(name)")
            #expect(after.1 == before.1, "\(name)")
            try await giveWay()
        }
    }
}
