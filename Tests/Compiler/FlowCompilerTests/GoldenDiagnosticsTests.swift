import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// What a user reads: the whole output for wrong files, one folder for each case.
///
/// A case is `Golden/NAME/` with `input.flow.xml` (or `input.service.xml`, `input.scenarios.xml`), the files that it names,
/// and `expected.txt`. The service descriptions in `Golden` are there for all of them. `RECORD=1` writes what is expected anew.
@Suite struct GoldenDiagnosticsTests {
    static let folder = "Tests/Compiler/FlowCompilerTests/Golden"
    static let cases = PackageFiles.names(in: folder).filter { !$0.contains(".") }

    /// The service descriptions that all cases can name.
    static func sharedFiles() throws -> [String: [UInt8]] {
        try PackageFiles.names(in: folder).filter { $0.hasSuffix(".service.xml") }.reduce(into: [:]) { files, name in
            files[name] = try PackageFiles.bytes("\(folder)/\(name)")
        }
    }

    @Test func thereAreCases() {
        #expect(Self.cases.count >= 30)
    }

    /// `renamed-codes.txt` lists codes that have another name now, the old one first.
    @Test func renamedCodesAreKnownByTheirNewNameOnly() throws {
        let codes = Set(DiagnosticCode.allCodes.map(\.rawValue))
        for line in try PackageFiles.text("\(Self.folder)/renamed-codes.txt").split(separator: "\n") {
            let names = line.split(separator: " ").map(String.init)
            try #require(names.count == 2)
            #expect(!codes.contains(names[0]) && codes.contains(names[1]))
        }
    }

    @Test(arguments: cases)
    func outputIsAsRecorded(_ name: String) throws {
        let output = try report(name)
        let path = "\(Self.folder)/\(name)/expected.txt"
        guard !Environment.isRecording, let expected = try? PackageFiles.text(path) else {
            try PackageFiles.write(output, to: path)
            if !Environment.isRecording { Issue.record("there was no \(path); it is written now, read it") }
            return
        }
        #expect(output == expected)
    }

    /// Decisions by the names of a finding read its subjects, never its message.
    @Test(arguments: cases)
    func subjectsAreTheNamesOfTheMessage(_ name: String) throws {
        for finding in try compilation(name).diagnostics where !finding.subjects.isEmpty {
            var rest = finding.message[...]
            for subject in finding.subjects {
                let place = try #require(rest.firstRange(of: subject), "\(subject): \(finding.message)")
                rest = rest[place.upperBound...]
            }
        }
    }

    private func report(_ name: String) throws -> String {
        let compilation = try compilation(name)
        return TerminalRenderer().render(compilation.diagnostics, in: compilation.sources)
    }

    private func compilation(_ name: String) throws -> Compilation {
        let prefix = "\(Self.folder)/\(name)/"
        var files = try Self.sharedFiles()
        for (path, bytes) in try PackageFiles.xml(below: "\(Self.folder)/\(name)") {
            files[String(path.dropFirst(prefix.count))] = bytes
        }
        let root = try #require(files.keys.sorted().first { $0.hasPrefix("input.") })
        return FlowCompiler.compileScenarios(path: root, loader: MemoryLoader(files: files)).compilation
    }
}
