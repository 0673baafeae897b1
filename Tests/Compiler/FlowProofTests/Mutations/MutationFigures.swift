/// How many mutations came to what, as a table.
struct MutationFigures {
    /// Stands before and behind the table in the documentation.
    static let mark = "<!-- figures of MUTATIONS=all RECORD=1 -->"
    private let results: [MutationResult]

    init(_ results: [MutationResult]) {
        self.results = results
    }

    /// The table, a row for each kind and action.
    var table: String {
        var rows: [String] = []
        for kind in Mutation.Kind.allCases {
            for action in Mutation.Action.allCases {
                let part = results.filter { $0.mutation.kind == kind && $0.mutation.action == action }
                if !part.isEmpty { rows.append(row("`\(kind.rawValue)` \(action.rawValue)", part)) }
            }
        }
        rows.append(row("all", results))
        return """
            | what | tried | error | seen in a run too | warning | same table | no scenario differs | a scenario differs | fault in a run |
            | --- | --- | --- | --- | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }

    /// Which codes reject how many, and of how many of these runs show a fault.
    var codes: String {
        var counts: [String: (rejected: Int, seen: Int)] = [:]
        for result in results where result.mutation.action == .removed {
            guard case .rejected(let code) = result.outcome else { continue }
            counts[code, default: (0, 0)].rejected += 1
            if result.isSeen { counts[code, default: (0, 0)].seen += 1 }
        }
        let rows = counts.sorted { ($0.value.rejected, $1.key) > ($1.value.rejected, $0.key) }
        return """
            | first error where something was removed | times | seen in a run too |
            | --- | --- | --- |
            \(rows.map { "| `\($0.key)` | \($0.value.rejected) | \($0.value.seen) |" }.joined(separator: "\n"))

            """
    }

    private func row(_ title: String, _ part: [MutationResult]) -> String {
        var counts = [0, 0, 0, 0, 0]
        for result in part {
            switch result.outcome {
            case .rejected: counts[0] += 1
            case .warned: counts[1] += 1
            case .sameTable: counts[2] += 1
            case .sameScenarios: counts[3] += 1
            case .otherScenarios: counts[4] += 1
            }
        }
        var cells = counts.map { "\($0) (\(($0 * 100 + part.count / 2) / part.count) %)" }
        cells.insert("\(part.filter(\.isSeen).count)", at: 1)
        let harmful = part.filter(\.isHarmful).count
        return "| \(title) | \(part.count) | \(cells.joined(separator: " | ")) | \(harmful) |"
    }
}
