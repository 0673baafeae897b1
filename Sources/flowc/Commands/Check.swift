import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import SystemPackage

/// `flowc check`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds what is wrong with flows, services and scenarios.",
        discussion: """
            Findings go to standard output. The exit code is 1 if one of them is an error, 2 if a file cannot be read.

            Examples:
              flowc check flows/amplify.flow.xml
              flowc check flows/*.xml --json
              flowc check a.flow.xml --severity unused-value=ignored --warnings-as-errors
            """)

    @Argument(help: "Files to check; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Flag(help: "Write findings as one JSON array.")
    var json = false

    @OptionGroup var findings: FindingOptions

    func run() throws {
        var reports: [Report] = []
        var isUnusable = false
        for path in files {
            switch Files.read(path) {
            case .success(let bytes):
                reports.append(Report(path: path, bytes: bytes, options: findings.compilerOptions))
            case .failure(let failure):
                _ = Failures.unreadable(path, failure)
                isUnusable = true
            }
        }
        if json {
            let items = reports.flatMap { JSONLines.items(JSONRenderer.render($0.diagnostics, in: $0.sources)) }
            Console.out(JSONLines.array(items))
        } else {
            for report in reports { Findings.write(report.diagnostics, in: report.sources, to: .standardOutput) }
        }
        if isUnusable { throw ExitCode.unusableFile }
        if reports.contains(where: { Findings.hasErrors($0.diagnostics) }) { throw ExitCode.findings }
    }
}
