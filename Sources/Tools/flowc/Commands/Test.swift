import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowTesting
import FlowTool
import SystemPackage

/// `flowc test`, which plays or generates scenarios.
struct Test: ParsableCommand {
    /// The format of the list of rows.
    enum RowFormat: String, ExpressibleByArgument, CaseIterable {
        case tsv, markdown
    }

    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs scenarios, and reports their transition coverage.",
        discussion: """
            Examples:
              flowc test flows/scenarios/*.xml
              flowc test flows/scenarios/*.xml --minimum-coverage 95 --uncovered
              flowc test flows/scenarios/*.xml --rows markdown > rows.md
              flowc test --generate flows/kiosk.flow.xml > flows/kiosk.scenario.xml
            """)

    @Argument(
        help: "Scenario files, or one flow file with --generate; without --generate, '-' is standard input.",
        completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(help: ArgumentHelp("Fail if the coverage of a flow is lower than this percentage.", valueName: "percent"))
    var minimumCoverage: Double = 0

    @Flag(help: "List the transitions that no scenario takes, with their locations.")
    var uncovered = false

    @Flag(
        help: """
            Write scenarios with generated values that take each transition, and each pair of consecutive transitions. \
            The search for them is limited, so it can miss some.
            """)
    var generate = false

    @Option(
        help: """
            Write only a table, as tsv or markdown: each row that scenarios name in 'rows', with the passed scenarios \
            that cover it.
            """)
    var rows: RowFormat?

    @Flag(help: "Write only the outputs of the flow in each scenario, as lines of the line protocol.")
    var trace = false

    @OptionGroup var findings: FindingOptions

    /// Checks that `--generate` gets one flow and no options of reports, and that the minimum coverage is a percentage.
    func validate() throws {
        try PathArguments.checkInputs(files)
        if generate, files.count > 1 { throw ValidationError("--generate takes one flow") }
        if generate, files == ["-"] {
            throw ValidationError("--generate needs a file, because the scenarios refer to the flow by its name")
        }
        let reports = [
            ("--minimum-coverage", minimumCoverage > 0), ("--uncovered", uncovered), ("--rows", rows != nil),
            ("--trace", trace),
        ]
        if generate, let report = reports.first(where: { $0.1 }) {
            throw ValidationError("--generate excludes \(report.0)")
        }
        if trace, rows != nil { throw ValidationError("--trace excludes --rows: remove one of them") }
        if !(0...100).contains(minimumCoverage) { throw ValidationError("--minimum-coverage must be from 0 to 100") }
    }

    /// Plays the scenarios of all files, and writes the report, the covered rows or the outputs. With `--generate`,
    /// writes scenarios instead.
    ///
    /// The rows and the outputs do not say why scenarios fail, so the report then follows on standard error.
    func run() throws {
        if generate { return try generateScenarios() }
        var scenarios = ScenarioRun(recordsOutputs: trace)
        for path in files {
            scenarios.play(path, try Files.contents(of: path), options: findings.compilerOptions)
        }
        if trace {
            Console.write(scenarios.trace)
        } else if let rows {
            Console.write(SafeText(lines: rows == .tsv ? scenarios.rowsAsTSV : scenarios.rowsAsMarkdown))
        }
        let passed = scenarios.passed(minimum: minimumCoverage)
        let report = scenarios.report(minimum: minimumCoverage, listsUncovered: uncovered)
        if !trace, rows == nil {
            Console.write(report)
        } else if uncovered || !passed {
            Console.error(report)
        }
        if !passed { throw ExitCode.findings }
    }

    /// Writes generated scenarios to standard output, and their coverage to standard error.
    private func generateScenarios() throws {
        let path = files[0]
        let compilation = try FlowSource.compile(path, options: findings.compilerOptions)
        guard let flow = compilation.flow else { throw ExitCode.findings }
        let table = try FlowSource.table(compilation, names: true, marks: true)
        let generator = ScenarioGenerator(flow, try TableSource.verify(table, path))
        let text = ScenarioText(generator.scenarios, flow: Files.name(of: path)).text
        try OutputFile.write([OutputFile(path: "-", bytes: Array(text.utf8))])
        let pairs = counted(generator.pairs, "consecutive pair")
        let coverage = "\(generator.transitions) of \(counted(generator.used, "transition")), and \(pairs)"
        let count = generator.scenarios.count
        Console.error("\(path): \(counted(count, "scenario")) \(count == 1 ? "takes" : "take") \(coverage)\n")
    }
}
