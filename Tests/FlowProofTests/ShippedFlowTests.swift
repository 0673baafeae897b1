import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// The shipped flows with a service, a host and handlers that do anything: nothing may go wrong.
@Suite struct ShippedFlowTests {
    @Test(arguments: ["kiosk", "legacy-sdk", "amplify"])
    func nothingGoesWrong(name: String) throws {
        let settings = Settings()
        let paths = [
            "flows/\(name).flow.xml", "flows/library/cognito.flow.xml", "flows/library/auth-errors.flow.xml",
            "flows/services/cognito.service.xml",
        ]
        let files = try paths.map { (path: $0, text: try PackageFiles.text($0)) }
        let compilation = FlowCompiler.compile(path: paths[0], loader: MemoryLoader(files))
        #expect(compilation.flow != nil, "\(compilation.diagnostics.map(\.message))")
        let subject = try #require(Subject(compilation, files, service: ServiceModel(files[3].1)))
        var trial = Trial(subject, random: Seeded(settings.seed))
        trial.run(times: settings.shippedRuns)
        #expect(trial.faults.isEmpty, "seed \(settings.seed)\n\(trial.report)")
        #expect(trial.ends.count > 1, "only \(trial.ends) reached")
        print("\(name): seed \(settings.seed), \(trial.runs) runs, \(trial.events) events, ends \(trial.ends)")
    }
}
