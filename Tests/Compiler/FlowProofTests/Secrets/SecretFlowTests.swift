import FlowChecks
import FlowCompiler
import FlowDiagnostics
import FlowTable
import TestSupport
import Testing

/// A flow without a finding never shows a secret that is planted in it, and never traces one.
@Suite struct SecretFlowTests {
    /// What came of some flows.
    private struct Tally {
        var fine = 0
        var found = 0
        var leaking = 0
        var others: [String: Int] = [:]
    }

    static let flows = Environment.value("SECRETS").flatMap { UInt64($0) } ?? 800

    @Test func nothingPlantedIsSeen() throws {
        var tally = Tally()
        for seed in 0..<Self.flows {
            var flow = SecretFlow(seed)
            let files = flow.files()
            let compilation = FlowCompiler.compile(files)
            let errors = compilation.diagnostics.filter { $0.severity == .error }
            let isFound = errors.contains { $0.code == .secretShown }
            guard errors.allSatisfy({ $0.code == .secretShown }), let checked = compilation.unproven else {
                for error in errors { tally.others[error.code.rawValue, default: 0] += 1 }
                continue
            }
            let table = try TransitionTable(of: checked)
            let runs = (0..<6).map { SecretRun(table, seed &* 31 &+ $0) }
            if isFound {
                tally.found += 1
                if runs.contains(where: { !$0.shown.isEmpty }) { tally.leaking += 1 }
                continue
            }
            tally.fine += 1
            for run in runs where !run.shown.isEmpty || !run.traced.isEmpty {
                Issue.record(
                    "seed \(seed): shown \(run.shown), traced \(run.traced)\n\(files[0].text)\n\(files[1].text)")
                return
            }
        }
        // The generator makes flows of both kinds, and what is found is mostly no false alarm.
        #expect(tally.fine * 5 > Int(Self.flows), "\(tally)")
        #expect(tally.leaking * 3 > tally.found * 2, "\(tally)")
        print(tally)
    }
}
