import FlowReference
import FlowSyntax
import TestSupport

/// How often each pair and each form of transition was executed in flows that the compiler accepts.
struct PairMatrix {
    /// By pair: the number of executions.
    private(set) var pairs: [Pair: Int]
    /// By form of transition: the number of executions.
    private(set) var forms: [TransitionForm: Int]
    /// By what is not executed yet, the findings that refused it.
    private(set) var refusals: [String: [String: Int]] = [:]

    init() {
        let all = Pair.all(.flow) + Pair.all(.service)
        pairs = Dictionary(all.map { ($0, 0) }) { first, _ in first }
        forms = Dictionary(TransitionForm.all.map { ($0, 0) }) { first, _ in first }
    }

    /// Counts what was executed.
    mutating func add(_ executions: [Execution: Int]) {
        for (execution, count) in executions {
            for pair in Pair.pairs(of: execution) { pairs[pair]? += count }
            for form in TransitionForm.forms(of: execution) { forms[form]? += count }
        }
    }

    /// Counts what refused a flow that was to have something.
    mutating func add(_ codes: Set<String>, refusing name: String) {
        for code in codes { refusals[name, default: [:]][code, default: 0] += 1 }
    }

    /// The pairs that are possible and executed less often, sorted.
    func open(below most: Int) -> [Pair] {
        pairs.filter { $0.value < most && PairRules.rule(forbidding: $0.key) == nil }.keys.sorted()
    }

    /// The forms of transition that are possible and executed less often, sorted.
    func openForms(below most: Int) -> [TransitionForm] {
        forms.filter { $0.value < most && PairRules.rule(forbidding: $0.key) == nil }.keys.sorted()
    }

    /// The names of all that no rule forbids.
    var possible: [String] {
        open(below: .max).map(\.description) + openForms(below: .max).map(\.description)
    }

    /// What a rule forbids and was executed all the same, sorted.
    var contradictions: [String] {
        let forbidden = pairs.filter { $0.value > 0 && PairRules.rule(forbidding: $0.key) != nil }.map(
            \.key.description)
        return
            (forbidden
            + forms.filter { $0.value > 0 && PairRules.rule(forbidding: $0.key) != nil }.map(\.key.description))
            .sorted()
    }

    /// All counts, those that are executed least first, with the rule that forbids them or the findings that refused them most often.
    var lines: [String] {
        let all =
            pairs.map { ($0.key.description, $0.value, PairRules.rule(forbidding: $0.key)) }
            + forms.map { ($0.key.description, $0.value, PairRules.rule(forbidding: $0.key)) }
        return all.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map { name, count, rule in
            let codes = (refusals[name] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
            let reason = rule.map { "rule: \($0)" } ?? codes.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            return "\(count)\t\(name)\t" + reason
        }
    }

    /// Writes all counts, if a file is named.
    func report(to path: String?) {
        if let path { try? PackageFiles.write(lines.joined(separator: "\n") + "\n", to: path) }
    }
}
