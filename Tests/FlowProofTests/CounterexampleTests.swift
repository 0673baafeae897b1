import FlowAnalysis
import FlowChecks
import FlowCompiler
import FlowDiagnostics
import FlowModel
import TestSupport
import Testing

/// What the proofs refute goes wrong: every path that they show can be played, and shows the fault.
@Suite struct CounterexampleTests {
    @Test func everyPathCanBePlayed() async throws {
        let settings = Settings()
        var random = Seeded(settings.seed)
        var shown: [String: Int] = [:]
        var counts: (loose: Int, uncertain: Int, behind: Int, all: Int) = (0, 0, 0, 0)
        for number in 0..<settings.fewerFlows {
            try await giveWay()
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
                if result == .noValues, Self.isBehindAnother(counterexample, compilation, subject) {
                    counts.behind += 1
                    continue
                }
                let report = Self.report(counterexample, subject, result)
                Findings.keep(flow.files, "path-\(settings.seed)-\(number)", report)
                Issue.record("seed \(settings.seed), flow \(number): \(report)\n\(flow.text)")
            }
        }
        print(
            "played, seed \(settings.seed): \(counts.all) paths, \(shown), \(counts.loose) loosely, "
                + "\(counts.uncertain) uncertain, "
                + "\(counts.behind) behind another")
        #expect(shown.count > 2, "hardly anything was played: \(shown)")
    }

    /// Whether a path leads over a step that lacks what it offers, which is a finding of its own: nobody gets past it.
    private static func isBehindAnother(
        _ counterexample: Counterexample, _ compilation: Compilation, _ subject: Subject
    ) -> Bool {
        compilation.counterexamples.contains { other in
            guard other.code == .missingValue, case .present = subject.flow.states[other.end].kind else { return false }
            return counterexample.steps.contains { $0.state == other.end }
        }
    }

    private static func report(_ counterexample: Counterexample, _ subject: Subject, _ result: PathPlayer.Result)
        -> String
    {
        let flow = subject.flow
        let steps = counterexample.steps.map { step in
            let event = step.event.map(String.init) ?? "-"
            return "  '\(flow.states[step.state].name)' on \(event) \(words(step.decisions, flow))"
        }
        let end = "  to '\(flow.states[counterexample.end].name)' \(words(counterexample.finally, flow))"
        return (["\(counterexample.code.rawValue): \(result)"] + steps + [end]).joined(separator: "\n")
    }

    private static func words(_ claims: [(condition: Condition, holds: Bool)], _ flow: CheckedFlow) -> String {
        claims.map { condition, holds in
            guard case .leaf(let test) = condition else { return "\(condition)" }
            let names = test.slots.map { flow.slots[$0].name }.joined(separator: " ")
            return "\(holds ? "" : "not ")\(test.kind) \(names)"
        }.joined(separator: ", ")
    }
}

extension ValueTest {
    /// The values that a test is about.
    fileprivate var slots: [SlotID] {
        if case .hasAll(let holder, let wanted) = self { [holder, wanted] } else { slot.map { [$0] } ?? [] }
    }

    /// What is tested, in words.
    fileprivate var kind: String {
        switch self {
        case .equals(_, let text, _): "is '\(text)'"
        case .contains(_, let text): "contains '\(text)'"
        case .present: "present"
        case .matches: "matches"
        case .hasAll: "has all"
        default: "\(self)"
        }
    }
}
