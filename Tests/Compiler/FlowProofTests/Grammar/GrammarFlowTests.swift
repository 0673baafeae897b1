import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// Flows of everything that the grammar has, against hostile hosts, services and handlers: what the compiler accepts never goes wrong,
/// by the reference interpreter and by the table alike.
@Suite struct GrammarFlowTests {
    @Test func whatPassesNeverGoesWrong() async throws {
        let settings = GrammarSettings()
        var walk = GrammarWalk(try GrammarFlow.kernels(), Seeded(settings.seed), only: try settings.goals())
        var random = Seeded(settings.seed &+ 1)
        var counts = (flows: 0, runs: 0, events: 0, faults: 0)
        while counts.flows < settings.flows {
            try await giveWay()
            guard let candidate = walk.next(), candidate.isAccepted, let subject = candidate.subject else { continue }
            counts.flows += 1
            var trial = Trial(subject, random: random.split())
            trial.run(times: settings.runs)
            walk.matrix.add(trial.executed)
            if trial.faults.isEmpty, walk.isNear {
                let before = trial.executed
                trial.run(times: GrammarSettings.runsNearGoal)
                walk.matrix.add(trial.executed.merging(before) { $0 - $1 })
            }
            counts.runs += trial.runs
            counts.events += trial.events
            guard !trial.faults.isEmpty else { continue }
            counts.faults += 1
            let name = "grammar-\(settings.seed)-\(counts.flows)"
            Findings.keep(candidate.flow.files, name, trial.report)
            Issue.record("seed \(settings.seed), flow \(counts.flows), \(candidate.goal)\n\(trial.report)")
            if counts.faults > 12 { break }
            walk.restart()
        }
        print(
            "grammar, seed \(settings.seed): \(counts.flows) of \(walk.tried) flows accepted, \(counts.runs) runs, "
                + "\(counts.events) events, \(counts.faults) flows with faults")
        walk.matrix.report(to: settings.report)
        #expect(walk.matrix.contradictions.isEmpty)
        let executed = walk.matrix.pairs.filter { $0.value > 0 }.count
        #expect(executed * 3 > walk.matrix.pairs.count, "hardly anything of the language was executed")
    }

    /// The counts are those of long walks (Docs/Evidence/GeneratedFlows.md), added up by hand from their reports.
    @Test func everythingIsExecutedOrForbidden() throws {
        let recorded = try PackageFiles.text("Tests/Compiler/FlowProofTests/Grammar/executed.txt").split(
            separator: "\n")
        let counts = Dictionary(
            uniqueKeysWithValues: recorded.map { line in
                let parts = line.split(separator: "\t")
                return (String(parts[1]), Int(parts[0]) ?? 0)
            })
        let names = Set(PairMatrix().possible)
        #expect(names.subtracting(counts.keys).sorted().isEmpty, "neither executed nor forbidden by a rule")
        #expect(Set(counts.keys).subtracting(names).sorted().isEmpty, "forbidden by a rule, or not in the grammar")
        #expect(counts.filter { $0.value == 0 }.isEmpty)
        #expect(counts.values.filter { $0 < GrammarWalk.wanted }.count <= Self.seldomExecuted)
    }

    /// The number of pairs and forms that were executed less often than a hundred times; it must not grow.
    private static let seldomExecuted = 176

    @Test func whatIsRefusedGoesWrong() async throws {
        let settings = GrammarSettings()
        var walk = GrammarWalk(try GrammarFlow.kernels(), Seeded(settings.seed))
        var tally = PathTally()
        var flows = 0
        while flows < settings.refused {
            try await giveWay()
            guard let candidate = walk.next(), !candidate.compilation.counterexamples.isEmpty,
                let subject = candidate.subject
            else { continue }
            flows += 1
            for report in tally.play(candidate.compilation, subject) {
                let name = "refused-\(settings.seed)-\(flows)"
                Findings.keep(candidate.flow.files, name, report)
                Issue.record("seed \(settings.seed), flow \(flows), \(candidate.goal)\n\(report)")
            }
        }
        print("grammar, seed \(settings.seed): \(flows) refused flows, \(tally)")
        #expect(tally.shown.count > 3)
    }
}

/// How much is tried. The environment can ask for more: `GRAMMAR_FLOWS`, `GRAMMAR_RUNS`, `GRAMMAR_REFUSED`, `GRAMMAR_GOALS`,
/// `PROOF_SEED`; `GRAMMAR_REPORT` names a file for all counts.
struct GrammarSettings {
    let flows = Environment.value("GRAMMAR_FLOWS").flatMap { Int($0) } ?? 300
    let runs = Environment.value("GRAMMAR_RUNS").flatMap { Int($0) } ?? 6
    let refused = Environment.value("GRAMMAR_REFUSED").flatMap { Int($0) } ?? 60
    let seed = Environment.value("PROOF_SEED").flatMap { UInt64($0) } ?? 20_261
    /// Further runs of a flow that has what is sought.
    static let runsNearGoal = 80
    let report = Environment.value("GRAMMAR_REPORT")

    /// The only things that are sought, one a line of the file in `GRAMMAR_GOALS`.
    func goals() throws -> Set<String> {
        guard let path = Environment.value("GRAMMAR_GOALS") else { return [] }
        return Set(try PackageFiles.text(path).split(separator: "\n").map(String.init))
    }
}
