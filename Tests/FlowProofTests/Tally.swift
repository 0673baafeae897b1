import FlowCompiler
import FlowDiagnostics

/// Counts of what was tried and found.
struct Tally {
    private(set) var flows = 0
    private(set) var passing = 0
    private(set) var runs = 0
    private(set) var events = 0
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
        ends.merge(trial.ends) { $0 + $1 }
    }

    /// The counts in words.
    var text: String {
        let found = codes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let reached = ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return
            "\(flows) flows, \(passing) pass, \(runs) runs, \(events) events; ends: \(reached); "
            + "errors in flows: \(found)"
    }
}
