import FlowCompiler
import FlowDiagnostics
import FlowModel
import FlowTesting
import FlowTool

extension ScenarioRun {
    /// The results for users: failures in full, then each flow's coverage.
    func report(minimum: Double, listsUncovered: Bool) -> SafeText {
        var text: SafeText = ""
        for one in played {
            text += "\(one.result.passed ? "ok  " : "FAIL")  \(one.scenario.name)\n"
            guard let mismatch = one.result.mismatch else { continue }
            text += "      \(one.path):\(mismatch.lineNumber): expected \(mismatch.expected)\n"
            text += "      got \(mismatch.got)\n"
        }
        let failures = played.count { !$0.result.passed }
        for file in unplayed { text += "\(file.path): not played: \(file.reason)\n" }
        text += "\(played.count) scenarios, \(failures) failed\n"
        for flow in flows {
            let coverage = flow.coverage
            let isShort = coverage.percent < minimum
            text += "\(flow.path): \(Self.tenths(coverage.percent)) % of \(coverage.total) transitions"
            text += isShort ? ", less than \(Self.tenths(minimum)) %\n" : "\n"
            if listsUncovered || isShort {
                text += coverage.missing.map { "  not taken: \(place($0, flow))\n" as SafeText }.joined()
            }
        }
        return text
    }

    private func place(_ transition: Int, _ flow: Covered) -> String {
        let places = flow.compilation.transitions
        guard places.indices.contains(transition), let file = flow.compilation.sources[places[transition].file] else {
            return "transition \(transition)"
        }
        let range = places[transition]
        let start = file.position(ofOffset: Int(range.start))
        let source = file.text(range.offsets).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "\(file.path):\(start.line):\(start.column): " + source.prefix(100)
    }

    /// A number truncated to one decimal, so that 99.96 does not become 100.
    private static func tenths(_ number: Double) -> String {
        let tenths = Int(number * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Which scenarios cover which row, as tab-separated values with a header.
    var rowsAsTSV: String {
        "row\tscenarios\n" + byRow.map { "\($0.row)\t\($0.scenarios.joined(separator: " "))\n" }.joined()
    }

    /// Which scenarios cover which row, as a Markdown table.
    var rowsAsMarkdown: String {
        "| row | scenarios |\n| --- | --- |\n"
            + byRow.map { "| \($0.row) | \($0.scenarios.map { "`\($0)`" }.joined(separator: ", ")) |\n" }.joined()
    }

    private var byRow: [(row: String, scenarios: [String])] {
        var byRow: [String: [String]] = [:]
        for one in played where one.result.passed {
            for row in one.scenario.rows { byRow[row, default: []].append(one.scenario.name) }
        }
        return byRow.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
