import FlowAnalysis
import FlowChecks
import FlowCore
import FlowDiagnostics
import FlowIR
import TestSupport

/// Plays the path of a counterexample and says whether the fault shows.
struct PathPlayer {
    /// What came of it.
    enum Result: Equatable {
        /// The states were as predicted, every decision came out as told, and the fault shows.
        case shown
        /// So it was, but some decision came out otherwise.
        case shownLoosely
        /// No values lead along the path.
        case noValues
        /// The run left the path, or the fault does not show.
        case notShown(String)
    }

    let subject: Subject
    private let candidates: Candidates

    init(_ subject: Subject) {
        self.subject = subject
        candidates = Candidates(subject.flow)
    }

    func play(_ counterexample: Counterexample) -> Result {
        for isStrict in [true, false] {
            var search = PathSearch(subject, counterexample, candidates, isStrict: isStrict)
            guard let (plan, values) = search.find() else { continue }
            var run = MonitoredRun(subject)
            if let fault = follow(plan, values, counterexample, &run) { return .notShown(fault) }
            // Where nothing takes an event, the reference says so in its own way.
            if counterexample.code != .droppedEvent, let fault = run.faults.first(where: { $0.kind == .differs }) {
                return .notShown("\(fault)\n\(run.log.joined(separator: "\n"))")
            }
            if shows(counterexample, run) { return isStrict ? .shown : .shownLoosely }
            return .notShown("no fault shows; \(run.faults)\n\(run.log.joined(separator: "\n"))")
        }
        return .noValues
    }

    /// Plays; gives what differs from the path.
    private func follow(
        _ plan: [PlannedEvent], _ values: [FlowValue?], _ counterexample: Counterexample, _ run: inout MonitoredRun
    ) -> String? {
        let stops = counterexample.steps.filter { $0.event != nil }.map(\.state) + [counterexample.end]
        for (index, event) in plan.enumerated() {
            guard run.state == stops[index] else {
                return "at '\(name(run.state))' instead of '\(name(stops[index]))'\n\(run.log.joined(separator: "\n"))"
            }
            event.play(on: &run, values)
        }
        // A path can end where the flow goes on by itself: something is told there, a deadline begins, or a sub-flow ends.
        let isPassed =
            run.entered.contains(counterexample.end)
            && [.unprovenTokens, .neverViolated, .missingValue].contains(counterexample.code)
        guard run.state == counterexample.end || counterexample.steps.last?.event == nil || isPassed else {
            return
                "ends at '\(name(run.state))' instead of '\(name(counterexample.end))'\n"
                + run.log.joined(separator: "\n")
        }
        return nil
    }

    private func name(_ state: StateID) -> String { subject.flow.states[state].name }

    private func shows(_ counterexample: Counterexample, _ run: MonitoredRun) -> Bool {
        let kinds = Set(run.faults.map(\.kind))
        switch counterexample.code {
        case .missingValue: return kinds.contains(.miss)
        case .staleSession: return kinds.contains(.stale)
        // An outcome that nothing takes refuses what the host said.
        case .droppedEvent: return kinds.contains(.hang) || run.isLastRefusedByFlow
        case .neverViolated: return kinds.contains(.forbidden)
        case .alwaysViolated: return kinds.contains(.always) || run.isLastRefusedByFlow || takesNoAnswer(run)
        // Whether tokens are at hand does not matter to the finding.
        case .unprovenTokens: return !run.isProven
        case .stuckStep: return isStuck(run)
        case .incompleteChoice: return run.log.last?.hasSuffix(" — refused: incomplete-choice") == true
        default: return false
        }
    }

    /// Whether no answer fits the step that is shown.
    private func takesNoAnswer(_ run: MonitoredRun) -> Bool {
        var clean = run
        clean.forgetFaults()
        var trial = RandomRun(clean, ValuePool(subject.flow), random: Seeded(1), isFair: false)
        return trial.takesNoAnswer()
    }

    /// Whether fair runs from here do not end.
    private func isStuck(_ run: MonitoredRun) -> Bool {
        let pool = ValuePool(subject.flow)
        return (UInt64(1)...6).allSatisfy { seed in
            var clean = run
            clean.forgetFaults()
            var trial = RandomRun(clean, pool, random: Seeded(seed), isFair: true)
            trial.most = 500
            trial.go()
            if case .end = subject.flow.states[trial.run.state].kind { return false }
            return true
        }
    }
}
