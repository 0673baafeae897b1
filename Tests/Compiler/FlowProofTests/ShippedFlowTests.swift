import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// The shipped flows with a service, a host and handlers that do anything: nothing may go wrong.
@Suite struct ShippedFlowTests {
    static let paths = PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") }.map { "flows/\($0)" }

    @Test(arguments: paths)
    func nothingGoesWrong(path: String) throws {
        let settings = Settings()
        let compilation = FlowCompiler.compile(
            path: path, loader: MemoryLoader(files: try PackageFiles.xml(below: "flows")))
        #expect(compilation.flow != nil, "\(compilation.diagnostics.map(\.message))")
        let files = try compilation.graph.nodes.map { (path: $0.path, text: try PackageFiles.text($0.path)) }
        let service = try #require(files.first { $0.path.hasSuffix(".service.xml") })
        let subject = try #require(Subject(compilation, files, service: ServiceModel(service.text)))
        var trial = Trial(subject, random: Seeded(settings.seed))
        trial.run(times: settings.shippedRuns)
        #expect(trial.faults.isEmpty, "seed \(settings.seed)\n\(trial.report)")
        #expect(trial.ends.count > 1, "only \(trial.ends) reached")
        print("\(path): seed \(settings.seed), \(trial.runs) runs, \(trial.events) events, ends \(trial.ends)")
    }
}
