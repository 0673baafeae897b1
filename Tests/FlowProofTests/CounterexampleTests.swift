import FlowCompiler
import FlowDiagnostics
import FlowModel
import FlowSema
import Testing

/// What the proofs refute goes wrong: every path that they show can be played, and shows the fault.
@Suite struct CounterexampleTests {
    @Test func everyPathCanBePlayed() {
        let settings = Settings()
        var random = Seeded(settings.seed)
        var shown: [String: Int] = [:]
        var counts: (loose: Int, uncertain: Int, all: Int) = (0, 0, 0)
        for number in 0..<settings.flows {
            let flow = GeneratedFlow(Seeded(random.next()))
            let compilation = FlowCompiler.compile(flow.files)
            guard !compilation.counterexamples.isEmpty,
                let subject = Subject(compilation, flow.files, service: ServiceModel(flow.service.text))
            else { continue }
            let player = PathPlayer(subject)
            for counterexample in compilation.counterexamples {
                counts.all += 1
                if counterexample.isUncertain {
                    counts.uncertain += 1
                    continue
                }
                let result = player.play(counterexample)
                if result == .shownLoosely { counts.loose += 1 }
                if result == .shown || result == .shownLoosely {
                    shown[counterexample.code.rawValue, default: 0] += 1
                    continue
                }
                let report = Self.report(counterexample, subject, result)
                Findings.keep(flow.files, "path-\(settings.seed)-\(number)", report)
                Issue.record("seed \(settings.seed), flow \(number): \(report)\n\(flow.text)")
            }
        }
        print("played, seed \(settings.seed): \(counts.all) paths, \(shown), \(counts.loose) loosely, \(counts.uncertain) uncertain")
        #expect(shown.count > 2, "hardly anything was played: \(shown)")
    }

    private static func report(_ counterexample: Counterexample, _ subject: Subject, _ result: PathPlayer.Result) -> String {
        let steps = counterexample.steps.map { step in
            "  '\(subject.flow.states[step.state].name)' on \(step.event.map(String.init) ?? "-") \(step.decisions)"
        }
        let end = "  to '\(subject.flow.states[counterexample.end].name)' \(counterexample.finally)"
        return (["\(counterexample.code.rawValue): \(result)"] + steps + [end]).joined(separator: "\n")
    }
}
