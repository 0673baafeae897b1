import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable
import FlowTesting
import FlowTool
import SystemPackage

/// Plays the scenarios of files, and collects the results.
struct ScenarioRun {
    /// A scenario that was played.
    struct Played {
        /// The path of the scenario's file.
        let path: String
        let scenario: Scenario
        let result: ScenarioResult
        /// The outputs of the flow; empty unless they are recorded.
        let outputs: [FlowOutput]
    }

    /// A flow, with the transitions that scenarios took.
    struct Covered {
        let path: String
        let compilation: Compilation
        var coverage: Coverage
    }

    private let recordsOutputs: Bool
    private(set) var played: [Played] = []
    private(set) var flows: [Covered] = []
    /// The files whose scenarios were not played, with the reason.
    private(set) var unplayed: [(path: String, reason: SafeText)] = []

    init(recordsOutputs: Bool = false) { self.recordsOutputs = recordsOutputs }

    /// Plays the scenarios of a file, and writes its findings to standard error.
    ///
    /// A file with errors or without scenarios is recorded as unplayed, with the reason.
    mutating func play(_ path: String, _ bytes: [UInt8], options: CompilerOptions) {
        let loader = RootedLoader(root: path, bytes: bytes)
        let file = FlowCompiler.compileScenarios(path: path, loader: loader, options: options)
        let compilation = file.compilation
        let diagnostics = compilation.diagnostics
        Findings.write(diagnostics, in: compilation.sources, to: .standardError)
        if let kind = compilation.graph.root?.kind, kind != .scenario {
            let isFlow = kind == .flow && path != "-"
            let help: SafeText = isFlow ? "; write some with 'flowc test --generate \(path)'" : ""
            unplayed.append((path, "it is a \(kind.description) without scenarios\(help)"))
            return
        }
        guard !Findings.hasErrors(diagnostics), let flowPath = file.flowPath,
            let table = table(of: compilation, testedBy: path)
        else {
            unplayed.append((path, "the file or its flow has errors"))
            return
        }
        let index = addFlow(at: flowPath, compilation)
        for scenario in file.scenarios {
            let result = ScenarioPlayer.play(scenario, table)
            flows[index].coverage.add(result)
            let outputs = recordsOutputs ? ScenarioPlayer.outputs(of: scenario, table) : []
            played.append(Played(path: path, scenario: scenario, result: result, outputs: outputs))
        }
    }

    /// Returns the table of a compiled flow, or nil if there is no flow or the flow exceeds a limit of the table.
    ///
    /// `path` is the path of the scenarios' file, which messages name.
    private func table(of compilation: Compilation, testedBy path: String) -> TransitionTable? {
        guard compilation.flow != nil, let bytes = try? FlowSource.table(compilation, names: true, marks: true) else {
            return nil
        }
        return try? TableSource.verify(bytes, path)
    }

    /// Returns the index of a flow in ``flows``, after adding it without coverage if it is new.
    private mutating func addFlow(at path: String, _ compilation: Compilation) -> Int {
        if let index = flows.firstIndex(where: { $0.path == path }) { return index }
        let coverage = Coverage(of: transitionsToCover(in: compilation, ofFlowAt: path))
        flows.append(Covered(path: path, compilation: compilation, coverage: coverage))
        return flows.count - 1
    }

    /// Returns the transitions that scenarios must cover.
    ///
    /// These are all transitions in the flow's own file, and those in other files that the flow can take.
    private func transitionsToCover(in compilation: Compilation, ofFlowAt path: String) -> [Int] {
        let used = compilation.flow?.usedTransitions ?? []
        return compilation.transitions.indices.filter { transition in
            let file = compilation.transitions[transition].file
            return used.contains(TransitionID(transition)) || compilation.sources[file]?.path == path
        }
    }

    /// Returns whether all files were played, all scenarios passed, and every flow has at least the minimum coverage.
    func passed(minimum: Double) -> Bool {
        unplayed.isEmpty && played.allSatisfy(\.result.passed) && flows.allSatisfy { $0.coverage.percent >= minimum }
    }

    /// Returns a text with the result of each scenario, and then the coverage of each flow.
    ///
    /// A scenario that continues a failed one fails at the same line. The report then names the first of them instead.
    /// The transitions that were not taken are listed if `listsUncovered` is true, or if the coverage is too low.
    func report(minimum: Double, listsUncovered: Bool) -> SafeText {
        var text: SafeText = ""
        var failed: [String: String] = [:]
        for run in played {
            text += "\(run.result.passed ? "ok  " : "FAIL")  \(run.scenario.name)"
            var failure: SafeText = ""
            if let mismatch = run.result.mismatch {
                failure += "      \(run.path):\(mismatch.lineNumber): expected \(mismatch.expected)\n"
                failure += "      got \(mismatch.got)\n"
            }
            if let first = failed[failure.string] {
                text += " (as '\(first)')\n"
                continue
            }
            text += "\n"
            text += failure
            if !run.result.passed { failed[failure.string] = run.scenario.name }
        }
        let failures = played.count { !$0.result.passed }
        for file in unplayed { text += "\(file.path): not played: \(file.reason)\n" }
        text += "\(counted(played.count, "scenario")), \(failures) failed\n"
        for flow in flows { text += coverageReport(of: flow, minimum: minimum, listsUncovered: listsUncovered) }
        return text
    }

    /// Returns the line with the coverage of a flow. Lines with the transitions that were not taken follow if
    /// `listsUncovered` is true, or if the coverage is too low.
    private func coverageReport(of flow: Covered, minimum: Double, listsUncovered: Bool) -> SafeText {
        let coverage = flow.coverage
        let isTooLow = coverage.percent < minimum
        let share = "\(Self.oneDecimal(coverage.percent)) % of \(counted(coverage.total, "transition"))"
        var text: SafeText = "\(flow.path): \(share)"
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

    /// For each scenario, a line with its name and file, and its recorded outputs as lines of the line protocol.
    var trace: SafeText {
        var text: SafeText = ""
        for run in played {
            let name = JSONMember("scenario", .string(run.scenario.name))
            text += SafeText(json: .object([name, JSONMember("file", .string(run.path))])) + "\n"
            for output in run.outputs { text += SafeText(json: output.json) + "\n" }
        }
        return text
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
