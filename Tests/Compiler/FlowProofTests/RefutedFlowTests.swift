import FlowAnalysis
import FlowChecks
import FlowCompiler
import FlowDiagnostics
import FlowIR
import TestSupport
import Testing

/// Findings without a path: what is out of reach is never entered, and what is missing goes missing.
@Suite struct RefutedFlowTests {
    @Test func whatIsOutOfReachIsNeverEntered() async throws {
        let settings = Settings()
        var random = Seeded(settings.seed)
        var counts: (flows: Int, keys: Int, shownKeys: Int, challenges: Int, shownChallenges: Int) = (0, 0, 0, 0, 0)
        for number in 0..<settings.fewerFlows {
            try await giveWay()
            let flow = GeneratedFlow(Seeded(random.next()))
            let compilation = FlowCompiler.compile(flow.files)
            let codes = Set(compilation.diagnostics.map(\.code))
            guard !codes.isDisjoint(with: [.unreachableNode, .reachableViolated, .missingKey, .unhandledChallenge]),
                let subject = Subject(compilation, flow.files, service: ServiceModel(flow.service.text))
            else { continue }
            var trial = Trial(subject, random: random.split())
            trial.run(times: settings.runs * 2, maxFaults: .max, endsSurely: false)
            counts.flows += 1
            if codes.contains(.missingKey) {
                counts.keys += 1
                if trial.faults.contains(where: { $0.fault.kind == .miss }) { counts.shownKeys += 1 }
            }
            if codes.contains(.unhandledChallenge) {
                counts.challenges += 1
                if !trial.untaken.isEmpty { counts.shownChallenges += 1 }
            }
            let entered = Self.outOfReach(compilation, subject).intersection(trial.entered)
            let names = entered.map { subject.flow.states[$0].name }
            #expect(entered.isEmpty, "seed \(settings.seed), flow \(number): \(names) entered\n\(flow.text)")
            if !entered.isEmpty { Findings.keep(flow.files, "reach-\(settings.seed)-\(number)", "\(names)") }
        }
        print(
            "refuted, seed \(settings.seed): \(counts.flows) flows; keys missing in \(counts.keys), seen in "
                + "\(counts.shownKeys); challenges untaken in \(counts.challenges), seen in \(counts.shownChallenges)")
        #expect(counts.shownKeys * 4 >= counts.keys, "missing keys are hardly ever seen")
        #expect(counts.shownChallenges * 4 >= counts.challenges, "untaken challenges are hardly ever seen")
    }

    /// The states that findings say no path leads to.
    private static func outOfReach(_ compilation: Compilation, _ subject: Subject) -> Set<StateID> {
        var result: Set<StateID> = []
        for diagnostic in compilation.diagnostics {
            if diagnostic.code == .unreachableNode {
                let nodes = Set(
                    subject.annotations.nodes.indices.filter { subject.annotations.nodes[$0].range == diagnostic.range }
                )
                result.formUnion(
                    subject.flow.states.indices.filter {
                        subject.flow.states[$0].node.map { nodes.contains($0) } ?? false
                    })
            }
            guard diagnostic.code == .reachableViolated else { continue }
            for case .reachable(let end, _) in subject.annotations.statements.assertions
            where end.range == diagnostic.range {
                result.formUnion(end.states)
            }
        }
        return result
    }
}
