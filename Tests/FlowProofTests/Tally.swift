import FlowCompiler
import FlowDiagnostics
import FlowModel

/// Counts of what was tried and found.
struct Tally {
    private(set) var flows = 0
    private(set) var passing = 0
    private(set) var runs = 0
    private(set) var events = 0
    /// Replies that could not follow on their request.
    private(set) var barred = 0
    /// By what cannot follow on them: requests of the flows that passed.
    private(set) var requests: [String: Int] = ["success": 0, "challenges": 0, "both": 0, "nothing": 0]
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
        barred += trial.barred
        for state in trial.subject.flow.states {
            guard case .call(let request) = state.kind else { continue }
            let challenges = request.barred.challenges?.isEmpty == false
            let kind = request.barred.success ? challenges ? "both" : "success" : challenges ? "challenges" : "nothing"
            requests[kind, default: 0] += 1
        }
        ends.merge(trial.ends) { $0 + $1 }
    }

    /// The counts in words.
    var text: String {
        let found = codes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let reached = ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let kinds = requests.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return
            "\(flows) flows, \(passing) pass, \(runs) runs, \(events) events, \(barred) barred replies; "
            + "requests that bar: \(kinds); ends: \(reached); "
            + "errors in flows: \(found)"
    }
}
