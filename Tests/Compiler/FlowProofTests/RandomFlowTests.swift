import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// Random flows against a random service: what the proofs accept never goes wrong.
@Suite struct RandomFlowTests {
    @Test func whatPassesNeverGoesWrong() async throws {
        let settings = Settings()
        var random = Seeded(settings.seed)
        var tally = Tally()
        for number in 0..<settings.flows {
            try await giveWay()
            let seed = random.next()
            let flow = GeneratedFlow(Seeded(seed), care: [97, 99, 100])
            let compilation = FlowCompiler.compile(flow.files)
            tally.add(compilation)
            Findings.keepRefused(flow, compilation, number)
            #expect(
                !flow.isRefusedByService || compilation.flow == nil,
                "flow \(number): no answer is accepted\n\(flow.text)")
            if flow.isRefusedByService { tally.refusedForms += 1 }
            let service = ServiceModel(flow.service.text)
            guard compilation.flow != nil,
                let subject = Subject(compilation, flow.files, service: service, withReference: true)
            else { continue }
            var trial = Trial(subject, random: Seeded(seed))
            trial.run(times: settings.runs)
            tally.add(trial)
            #expect(trial.faults.isEmpty, "seed \(settings.seed), flow \(number)\n\(flow.text)\n\(trial.report)")
            if !trial.faults.isEmpty { Findings.keep(flow.files, "random-\(settings.seed)-\(number)", trial.report) }
        }
        print("seed \(settings.seed): \(tally.text)")
        tally.matrix.report(to: Environment.value("PROOF_REPORT"))
        let kinds = [
            "barred-success", "barred-challenge", "unknown-challenge", "wrong-type", "malformed-reply",
            "missing-parameter",
        ]
        #expect(kinds.allSatisfy { tally.invalid[$0, default: 0] > 50 }, "\(tally.text)")
        #expect(tally.requests.values.allSatisfy { $0 > 0 } && tally.limits.allSatisfy { $0 > 100 }, "\(tally.text)")
        #expect(tally.refusedForms > settings.flows / 100)
        #expect(tally.passing * 3 >= tally.flows * 2, "too few flows pass: \(tally.text)")
    }
}

extension FlowCompiler {
    /// Compiles files in memory, of which the first is the flow.
    static func compile(_ files: [(path: String, text: String)]) -> Compilation {
        compile(path: files[0].path, loader: MemoryLoader(files))
    }
}
