import FlowCompiler
import FlowCore
import FlowIR
import FlowReference
import FlowTesting
import TestSupport
import Testing

/// Every shipped scenario, those of other providers, and those of what the language means, said to both sides.
@Suite struct ScenarioTests {
    private static let meaning = "Tests/Compiler/FlowReferenceTests/Meaning"
    static let files = ["flows/scenarios/", "flows/providers/scenarios/", meaning + "/"].flatMap { folder in
        PackageFiles.names(in: folder).filter { $0.hasSuffix(".scenario.xml") }.map { folder + $0 }
    }

    @Test(arguments: files) func bothSidesPlayAlike(_ file: String) throws {
        let folder = file.hasPrefix(Self.meaning) ? Self.meaning : "flows"
        let loader = MemoryLoader(files: try PackageFiles.xml(below: folder))
        let read = FlowCompiler.compileScenarios(path: file, loader: loader)
        let path = try #require(read.flowPath)
        let subject = try #require(Subject(path, read.compilation, path: path))
        for scenario in read.scenarios {
            let comparison = ScenarioVoice.play(scenario, subject)
            #expect(comparison.difference == nil, "\(path), \(scenario.name)\n\(comparison.difference ?? "")")
        }
    }
}
