import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowTesting
import FlowTool

/// `flowc test`
struct Test: ParsableCommand {
    /// How the table of rows is written.
    enum RowFormat: String, ExpressibleByArgument, CaseIterable {
        case tsv, markdown
    }

    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Plays scenarios and tells the share of transitions that they take.",
        discussion: """
            Examples:
              flowc test flows/scenarios/*.xml
              flowc test flows/scenarios/*.xml --minimum-coverage 95 --uncovered
              flowc test flows/scenarios/*.xml --rows markdown > Docs/Styles.md
            """)

    @Argument(help: "Scenario files; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(help: ArgumentHelp("Fail if the scenarios of a flow take a smaller share.", valueName: "per cent"))
    var minimumCoverage: Double = 0

    @Flag(help: "List the transitions that no scenario takes, with their places.")
    var uncovered = false

    @Option(help: "Write only which scenarios show which row of the transition lists: tsv or markdown.")
    var rows: RowFormat?

    @OptionGroup var findings: FindingOptions

    func validate() throws {
        if !(0...100).contains(minimumCoverage) { throw ValidationError("a share lies between 0 and 100 per cent") }
    }

    func run() throws {
        var tests = ScenarioRun()
        for path in files {
            switch Files.read(path) {
            case .success(let bytes): tests.play(path, bytes, options: findings.compilerOptions)
            case .failure(let failure): throw Failures.unreadable(path, failure)
            }
        }
        if let rows {
            Console.out(rows == .tsv ? tests.rowsAsTSV : tests.rowsAsMarkdown)
        } else {
            Console.out(tests.report(minimum: minimumCoverage, listsUncovered: uncovered))
        }
        if !tests.passed(minimum: minimumCoverage) { throw ExitCode.findings }
    }
}
