import FlowAnalysis
import FlowChecks
import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// What the proofs refute goes wrong: every path that they show can be played, and shows the fault.
@Suite struct CounterexampleTests {
    @Test func everyPathCanBePlayed() async throws {
        let settings = Settings()
        var random = Seeded(settings.seed)
        var tally = PathTally()
        for number in 0..<settings.fewerFlows {
            try await giveWay()
            let flow = GeneratedFlow(Seeded(random.next()))
            let compilation = FlowCompiler.compile(flow.files)
            guard !compilation.counterexamples.isEmpty,
                let subject = Subject(compilation, flow.files, service: ServiceModel(flow.service.text))
            else { continue }
            for report in tally.play(compilation, subject) {
                Findings.keep(flow.files, "path-\(settings.seed)-\(number)", report)
                Issue.record("seed \(settings.seed), flow \(number): \(report)\n\(flow.text)")
            }
        }
        print("played, seed \(settings.seed): \(tally)")
        #expect(tally.shown.count > 2, "hardly anything was played: \(tally)")
    }
}
