import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowTesting
import FlowTool
import SystemPackage

struct Test: ParsableCommand {
    /// The format of the table of rows.
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
        help: "Scenario files, or one flow with --generate; '-' is standard input.",
        completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(help: ArgumentHelp("Fail if the coverage of a flow is lower.", valueName: "per cent"))
    var minimumCoverage: Double = 0

    @Flag(help: "List the transitions that no scenario takes, with their locations.")
    var uncovered = false

    @Flag(
        help:
            "Write scenarios for a flow that take each transition, and each pair of transitions in a row."
    )
    var generate = false

    @Option(help: "Write only the scenarios for each row of the transition lists: tsv or markdown.")
    var rows: RowFormat?

    @OptionGroup var findings: FindingOptions

    func validate() throws {
        if generate, files.count > 1 { throw ValidationError("--generate takes one flow") }
        if !(0...100).contains(minimumCoverage) { throw ValidationError("--minimum-coverage must be from 0 to 100") }
    }

    func run() throws {
        if generate { return try generateScenarios() }
        var tests = ScenarioRun()
        for path in files {
            switch Files.read(path) {
            case .success(let bytes): tests.play(path, bytes, options: findings.compilerOptions)
            case .failure(let failure): throw Failures.unreadable(path, failure)
            }
        }
        if let rows {
            Console.out(SafeText(lines: rows == .tsv ? tests.rowsAsTSV : tests.rowsAsMarkdown))
        } else {
            Console.out(tests.report(minimum: minimumCoverage, listsUncovered: uncovered))
        }
        if !tests.passed(minimum: minimumCoverage) { throw ExitCode.findings }
    }

    private func generateScenarios() throws {
        let path = files[0]
        let compilation = try FlowSource.compile(path, options: findings.compilerOptions)
        guard let flow = compilation.flow else { throw ExitCode.findings }
        let table = try FlowSource.table(compilation, names: true, marks: true)
        let made = ScenarioGenerator(flow, try TableSource.verify(table, path))
        let text = ScenarioText(made.scenarios, flow: Files.name(of: path)).text
        try OutputFile.write([OutputFile(path: "-", bytes: Array(text.utf8))])
        let share = "\(made.transitions) of \(made.used) transitions, and \(made.pairs) pairs of them"
        Console.error("\(path): \(made.scenarios.count) scenarios take \(share)\n")
    }
}
