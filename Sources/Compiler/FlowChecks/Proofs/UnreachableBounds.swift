import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Warns of limits of attempts or time that are never reached.
///
/// The loop may reset the counter too early or never increment it, or a deadline may expire before the time limit.
///
/// ```xml
/// <step id="again"><on event="submit" when="tries below 3" to="login"/></step>
/// ```
enum UnreachableBounds: ProofCheck {
    static let codes: [DiagnosticCode] = [.unreachedLimit]

    /// A comparison of a counter with a limit, and the transition that contains it, if any.
    private struct Comparison {
        let bound: CounterBounds.Bound
        let transition: TransitionID?
    }

    /// Adds a finding for each limit that is never reached.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        checkTimeLimits(proof, &findings)
        checkCounters(proof, &findings)
    }

    /// Adds a finding at each place that compares a counter with a limit that it never reaches.
    ///
    /// A node need not be in a loop. So a limit of a node's own attempts is reported only if statements reset them, and
    /// no other limit of the node is reached.
    private static func checkCounters(_ proof: Proof, _ findings: inout ProofFindings) {
        let (bounds, counters) = (proof.context.counterBounds, proof.annotations.counters)
        let limitedNodes = Set(bounds.reached.compactMap { counters[$0.counter]?.node })
        let unreached = bounds.tested.subtracting(bounds.reached).filter { bound in
            guard let facts = counters[bound.counter], let node = facts.node else { return true }
            return !facts.resets.isEmpty && !limitedNodes.contains(node)
        }
        guard !unreached.isEmpty else { return }
        var reported: Set<SourceRange> = []
        for state in proof.flow.states {
            let comparisons = state.blocks.flatMap { Self.comparisons(in: $0, of: nil) }
            for comparison in comparisons where unreached.contains(comparison.bound) {
                for range in locations(of: comparison, in: state, proof) where reported.insert(range).inserted {
                    findings.add(finding(on: comparison.bound, at: range, proof))
                }
            }
        }
    }

    /// Adds a finding for each time limit that is never reached, because a deadline around it expires first.
    private static func checkTimeLimits(_ proof: Proof, _ findings: inout ProofFindings) {
        guard !proof.annotations.deadlines.isEmpty else { return }
        let unreached = unreachedTimeLimits(proof)
        for (range, outer) in unreached.sorted(by: { ($0.key.file, $0.key.start) < ($1.key.file, $1.key.start) }) {
            findings.add(
                Diagnostic(
                    .unreachedLimit, at: range,
                    "this limit is never reached: \(outer) around it expires first",
                    help: ["make this limit shorter than the deadline, or remove it"]))
        }
    }

    /// Returns the location of each time limit that no step can reach, with the shortest deadline around it in words.
    private static func unreachedTimeLimits(_ proof: Proof) -> [SourceRange: String] {
        let limits = TimeLimits(proof.flow, proof.annotations)
        var outerDeadlines: [SourceRange: String] = [:]
        var reached: Set<SourceRange> = []
        for state in proof.flow.states.indices {
            // The possible lengths of the shortest limit so far. The limits are in order, the outermost first.
            var outer: ClosedRange<Int>?
            for limit in limits.deadlines(of: state) + (limits.timeout(of: state).map { [$0] } ?? []) {
                if let seconds = limit.seconds, let outer, seconds.lowerBound >= outer.upperBound {
                    outerDeadlines[limit.range] = description(ofDeadline: outer)
                } else {
                    reached.insert(limit.range)
                }
                outer = [outer, limit.seconds].compactMap { $0 }.min { $0.upperBound < $1.upperBound }
            }
        }
        return outerDeadlines.filter { !reached.contains($0.key) }
    }

    /// Returns a deadline with its length, as a message names it.
    private static func description(ofDeadline seconds: ClosedRange<Int>) -> String {
        seconds.count == 1
            ? "a \(seconds.upperBound)-second deadline" : "a deadline of at most \(seconds.upperBound) seconds"
    }

    /// Returns the comparisons of counters with limits in a block, in the order of its instructions.
    ///
    /// `enclosing` is the transition to which the first instructions belong.
    private static func comparisons(in block: Block, of enclosing: TransitionID?) -> [Comparison] {
        var transition = enclosing
        var result: [Comparison] = []
        for instruction in block.instructions {
            switch instruction {
            case .mark(let next): transition = next
            case .when(let condition, let inner):
                result += bounds(in: condition).map { Comparison(bound: $0, transition: transition) }
                result += comparisons(in: inner, of: transition)
            default: break
            }
        }
        return result
    }

    /// Returns the finding on a limit that its counter never reaches.
    private static func finding(on bound: CounterBounds.Bound, at range: SourceRange, _ proof: Proof) -> Diagnostic {
        if let facts = proof.annotations.counters[bound.counter], let node = facts.node {
            return Diagnostic(
                .unreachedLimit, at: range,
                "the attempts at '\(proof.flow.nodes[node].id)' never reach \(bound.limit)",
                notes: sorted(facts.resets).map { Diagnostic.Note("the attempts are reset here", at: $0) },
                help: ["reset the attempts only outside a loop that leads back to the node, or remove the limit"])
        }
        return Diagnostic(
            .unreachedLimit, at: range,
            "the counter '\(proof.flow.counters[bound.counter])' never reaches \(bound.limit)",
            help: ["count it in the loop, and reset it only outside the loop"])
    }

    /// Returns source ranges in the order of their files and places.
    private static func sorted(_ ranges: some Sequence<SourceRange>) -> [SourceRange] {
        ranges.sorted { ($0.file, $0.start) < ($1.file, $1.start) }
    }

    /// Returns the locations of the guards that compare the counter with the limit.
    ///
    /// If there are none, returns the location of the transition or else of the node.
    private static func locations(of comparison: Comparison, in state: State, _ proof: Proof) -> [SourceRange] {
        let bound = comparison.bound
        let tests = (proof.annotations.counters[bound.counter]?.tests ?? []).filter { $0.limit == bound.limit }
        if !tests.isEmpty { return sorted(tests.map(\.range)) }
        let place =
            comparison.transition.map { proof.annotations.transitions[$0].range }
            ?? state.node.map { proof.annotations.nodes[$0].range }
        return place.map { [$0] } ?? []
    }

    /// Returns the comparisons of counters with limits in a condition.
    private static func bounds(in condition: Condition) -> [CounterBounds.Bound] {
        var bounds: [CounterBounds.Bound] = []
        condition.forEachLeaf { test in
            if case .below(let counter, let limit) = test {
                bounds.append(CounterBounds.Bound(counter: counter, limit: limit))
            }
        }
        return bounds
    }
}

extension DiagnosticCode {
    /// A limit that is never reached.
    package static let unreachedLimit = DiagnosticCode(
        "unreached-limit", .warning, summary: "A limit of attempts or time should be reachable.")
}
