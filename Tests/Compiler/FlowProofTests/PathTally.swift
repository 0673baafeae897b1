import FlowAnalysis
import FlowChecks
import FlowCompiler
import FlowDiagnostics
import FlowIR
import TestSupport

/// Plays what the proofs refute, and counts what comes of it.
struct PathTally: CustomStringConvertible {
    /// By code: the paths that show their fault.
    private(set) var shown: [String: Int] = [:]
    /// All paths.
    private(set) var all = 0
    private var loose = 0
    private var uncertain = 0
    private var behind = 0

    var description: String {
        let codes = shown.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return "\(all) paths, shown: \(codes); \(loose) loosely, \(uncertain) uncertain, \(behind) behind another"
    }

    /// Plays all paths of a flow; gives what is wrong with those that do not show their fault.
    mutating func play(_ compilation: Compilation, _ subject: Subject) -> [String] {
        let player = PathPlayer(subject)
        return compilation.counterexamples.compactMap { counterexample in
            all += 1
            if counterexample.isUncertain {
                uncertain += 1
                return nil
            }
            let result = player.play(counterexample)
            if result == .shownLoosely { loose += 1 }
            if result == .shown || result == .shownLoosely {
                shown[counterexample.code.rawValue, default: 0] += 1
                return nil
            }
            if result == .noValues, Self.isBehindAnother(counterexample, compilation, subject) {
                behind += 1
                return nil
            }
            return Self.report(counterexample, subject, result)
        }
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

    private static func words(_ claims: [(condition: Condition, holds: Bool)], _ flow: LoweredFlow) -> String {
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
