import FlowCompiler
import FlowDiagnostics
import FlowIR

/// Counts of what was tried and found.
struct Tally {
    private(set) var flows = 0
    private(set) var passing = 0
    private(set) var runs = 0
    private(set) var events = 0
    /// By kind: replies that the machine must take for invalid.
    private(set) var invalid: [String: Int] = [:]
    /// Flows that passed and assert something, or whose service says what proves who the user is.
    private(set) var nevers = 0
    private(set) var proofs = 0
    /// How often each construct of the language was executed, in each parent.
    private(set) var matrix = PairMatrix()
    /// By what cannot follow on them: requests of the flows that passed.
    private(set) var requests: [String: Int] = ["success": 0, "challenges": 0, "both": 0, "nothing": 0]
    /// Flows with an ask of which the service takes no answer.
    var refusedForms = 0
    private var ends: [String: Int] = [:]
    /// By code: flows with such an error.
    private(set) var codes: [String: Int] = [:]

    /// Counts a compilation.
    mutating func add(_ compilation: Compilation) {
        flows += 1
        if compilation.flow != nil { passing += 1 }
        for code in Set(compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)) {
            codes[code, default: 0] += 1
        }
    }

    /// Counts runs.
    mutating func add(_ trial: Trial) {
        runs += trial.runs
        events += trial.events
        invalid.merge(trial.invalid) { $0 + $1 }
        for state in trial.subject.flow.states {
            guard case .call(let request) = state.kind else { continue }
            let challenges = request.barred.challenges?.isEmpty == false
            let kind = request.barred.success ? challenges ? "both" : "success" : challenges ? "challenges" : "nothing"
            requests[kind, default: 0] += 1
        }
        ends.merge(trial.ends) { $0 + $1 }
        matrix.add(trial.executed)
        let annotations = trial.subject.annotations
        let isNever = annotations.statements.assertions.contains {
            if case .never(_, _, _, _) = $0 { true } else { false }
        }
        if isNever { nevers += 1 }
        if annotations.service.knowsProofs { proofs += 1 }
    }

    /// How often each `within` was executed.
    var limits: [Int] { matrix.pairs.filter { $0.key.attribute == "within" }.sorted { $0.key < $1.key }.map(\.value) }

    /// The counts in words.
    var text: String {
        let pairs = matrix.pairs.values.filter { $0 > 0 }.count
        let forms = matrix.forms.values.filter { $0 > 0 }.count
        return """
            \(flows) flows, \(passing) pass, \(nevers) with 'never', \(proofs) where something proves who the user is
            \(runs) runs, \(events) events
            pairs \(pairs), forms of transitions \(forms), limits of time \(limits)
            invalid replies: \(Self.words(invalid)); requests that bar: \(Self.words(requests))
            ends: \(Self.words(ends)); errors in flows: \(Self.words(codes))
            """
    }

    private static func words(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }
}
