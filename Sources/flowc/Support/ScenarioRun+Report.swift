import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowTesting
import FlowTool

extension ScenarioRun {
    /// Returns a text with the result of each scenario, and then the coverage of each flow.
    ///
    /// The transitions that were not taken are listed if `listsUncovered` is true, or if the coverage is too low.
    func report(minimum: Double, listsUncovered: Bool) -> SafeText {
        var text: SafeText = ""
        for run in played {
            text += "\(run.result.passed ? "ok  " : "FAIL")  \(run.scenario.name)\n"
            guard let mismatch = run.result.mismatch else { continue }
            text += "      \(run.path):\(mismatch.lineNumber): expected \(mismatch.expected)\n"
            text += "      got \(mismatch.got)\n"
        }
        let failures = played.count { !$0.result.passed }
        for file in unplayed { text += "\(file.path): not played: \(file.reason)\n" }
        text += "\(played.count) scenarios, \(failures) failed\n"
        for flow in flows { text += coverageReport(of: flow, minimum: minimum, listsUncovered: listsUncovered) }
        return text
    }

    /// Returns the line with the coverage of a flow, and lines with the transitions that were not taken.
    private func coverageReport(of flow: Covered, minimum: Double, listsUncovered: Bool) -> SafeText {
        let coverage = flow.coverage
        let isTooLow = coverage.percent < minimum
        var text: SafeText = "\(flow.path): \(Self.oneDecimal(coverage.percent)) % of \(coverage.total) transitions"
        text += isTooLow ? ", less than \(Self.oneDecimal(minimum)) %\n" : "\n"
        if listsUncovered || isTooLow {
            for transition in coverage.missing { text += "  not taken: \(description(of: transition, in: flow))\n" }
        }
        return text
    }

    /// The number of characters of a transition's source that a report shows.
    private static let excerptLength = 100

    /// Returns the location and the start of the source of a transition, or only its number if it has no location.
    private func description(of transition: Int, in flow: Covered) -> String {
        let ranges = flow.compilation.transitions
        guard ranges.indices.contains(transition), let file = flow.compilation.sources[ranges[transition].file] else {
            return "transition \(transition)"
        }
        let range = ranges[transition]
        let start = file.position(ofOffset: Int(range.start))
        let source = file.text(range.offsets).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "\(file.path):\(start.line):\(start.column): " + source.prefix(Self.excerptLength)
    }

    /// Returns a number truncated to one decimal, so that 99.96 does not become 100.
    private static func oneDecimal(_ number: Double) -> String {
        let tenths = Int(number * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// The rows with the scenarios that cover them, as tab-separated values with a header.
    var rowsAsTSV: String {
        "row\tscenarios\n" + rows.map { "\($0.row)\t\($0.scenarios.joined(separator: " "))\n" }.joined()
    }

    /// The rows with the scenarios that cover them, as a Markdown table.
    var rowsAsMarkdown: String {
        "| row | scenarios |\n| --- | --- |\n"
            + rows.map { "| \($0.row) | \($0.scenarios.map { "`\($0)`" }.joined(separator: ", ")) |\n" }.joined()
    }

    /// The rows with the names of the passed scenarios that cover them, sorted.
    private var rows: [(row: String, scenarios: [String])] {
        var scenariosByRow: [String: [String]] = [:]
        for run in played where run.result.passed {
            for row in run.scenario.rows { scenariosByRow[row, default: []].append(run.scenario.name) }
        }
        return scenariosByRow.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
