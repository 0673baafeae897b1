import FlowCompiler
import FlowCore
import FlowModel
import FlowReference
import FlowTesting
import TestSupport
import Testing

/// Every shipped scenario, said to both sides.
@Suite struct ScenarioTests {
    static let files = PackageFiles.names(in: "flows/scenarios").filter { $0.hasSuffix(".xml") }

    @Test(arguments: files) func bothSidesPlayAlike(_ file: String) throws {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        let options = CompilerOptions(usesGrammar: false)
        let read = FlowCompiler.scenarios(path: "flows/scenarios/" + file, loader: loader, options: options)
        let path = try #require(read.flowPath)
        let subject = try #require(Subject(path, read.compilation, path: path))
        for scenario in read.scenarios {
            let comparison = ScenarioVoice.play(scenario, subject)
            #expect(comparison.difference == nil, "\(path), \(scenario.name)\n\(comparison.difference ?? "")")
        }
    }
}
