import FlowCompiler
import TestSupport
import Testing

/// Flows that pass and are then damaged: either the compiler says so, or nothing goes wrong still.
@Suite struct PlantedDefectTests {
    @Test func aDefectIsFoundOrHarmless() async throws {
        let settings = Settings()
        var random = Seeded(settings.seed &+ 1)
        var tally = Tally()
        for number in 0..<settings.fewerFlows {
            try await giveWay()
            let flow = GeneratedFlow(random.split())
            guard FlowCompiler.compile(flow.files).flow != nil,
                let (files, what) = PlantedDefect.plant(in: flow.files, &random)
            else { continue }
            let compilation = FlowCompiler.compile(files)
            tally.add(compilation)
            guard compilation.flow != nil,
                let subject = Subject(compilation, files, service: ServiceModel(flow.service.text))
            else { continue }
            var trial = Trial(subject, random: random.split())
            trial.run(times: settings.runs)
            tally.add(trial)
            #expect(
                trial.faults.isEmpty,
                "seed \(settings.seed), flow \(number), \(what)\n\(files[0].text)\n\(trial.report)")
            if !trial.faults.isEmpty {
                Findings.keep(files, "planted-\(settings.seed)-\(number)", what + "\n" + trial.report)
            }
        }
        print("planted, seed \(settings.seed): \(tally.text)")
        #expect(tally.passing < tally.flows, "no defect was found")
    }
}
